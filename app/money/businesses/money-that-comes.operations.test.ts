/**
 * BUSINESS-8: money that businesses send, found in a bank statement or paid online, on a real database.
 * Longer than 250 lines because all tests share the same businesses with invoices.
 */
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { gtbankStatement } from "../../../test/fixtures/bank-statements.ts";
import {
  addMember,
  asMember,
  bookOnAccount,
  makeBusiness,
  wrongBusinesses,
} from "../../../test/fixtures/businesses.ts";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { closedAfterAll } from "../../../test/fixtures/closed-after-all.ts";
import { startTestPaystack } from "../../../test/fixtures/paystack.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { matchByGuess, wholeStatement } from "../../../test/fixtures/statements.ts";
import { browserKey } from "../../platform/limits/rate-limiter.server.ts";
import {
  activityLogs,
  bankRows,
  businessCredits,
  businesses,
  businessOnlinePayments,
} from "../../platform/db/schema.ts";
import { recordStatement } from "../bank-statements/record-statement.server.ts";
import { decideRows } from "../bank-statements/statements.server.ts";
import { payersOf } from "../bank-statements/stored-lines.server.ts";
import { uploadStatement } from "../bank-statements/upload-statement.server.ts";
import { ONLINE_TRIES } from "../payments/online-payments.server.ts";
import { settleDue } from "../online-payments/due-online.server.ts";
import { readLog } from "./business-events.server.ts";
import { issueInvoice } from "./issue-invoice.server.ts";
import { listInvoices } from "./open-invoices.server.ts";
import { closeOnlineProblem, listOnlineProblems } from "./online-problems.server.ts";
import { readBusinessOnline, settleOnBusinessReturn, startBusinessPayment } from "./pay-online.server.ts";
import { listReceived, readBusiness } from "./read-business.server.ts";
import { receiveMoney, reverseMoney } from "./receive-money.server.ts";
import { noteBusinessPaid, settleBusinessPayment } from "./settle-business-payment.server.ts";

const provider = await closedAfterAll(startTestPaystack());
const { services, db, clock, superAdmin } = await openWithStaff(1000, { paystack: provider.access });
const cashier = await makeAdmin({ services }, "cashier");
await publishSamples({ services });
const key = () => crypto.randomUUID();
let named = 0;

/**
 * Makes a business with a unique name and `count` invoices. `all` has the invoices, and `open` reads their unpaid
 * amounts, oldest first.
 */
async function invoiced(
  count = 2,
  name = `Bright Pharmacy ${["Abuja", "Benin", "Calabar", "Daura", "Enugu", "Funtua", "Gombe", "Hadejia", "Ilorin"][named++]} Ltd`,
) {
  const { id, owner } = await makeBusiness(services, superAdmin);
  await db.update(businesses).set({ name }).where(eq(businesses.id, id));
  for (let at = 0; at < count; at++) {
    await bookOnAccount(services, owner, { packageWeight: String(2 + at) });
    clock.pass(2000);
    expect(await issueInvoice.receive(services, cashier, { id }, key())).toMatchObject({ ok: true });
  }
  const oldestFirst = async () => (await listInvoices(db, id)).toReversed();
  const all = await oldestFirst();
  return { id, owner, name, all, open: async () => (await oldestFirst()).map(({ openKobo }) => openKobo) };
}

let transfers = 7000;
async function upload(...of: [kobo: number, text: string][]) {
  const file = gtbankStatement(of.map(([kobo, text]) => ({ kobo, text, n: ++transfers })));
  const account = (expect.getState().currentTestName ?? "").slice(0, 80).trim();
  const kept = await uploadStatement(services, cashier, { file, account }, key());
  if (!kept.ok) throw new Error(JSON.stringify(kept.errors));
  await matchByGuess(services, cashier, kept.id);
  return {
    id: kept.id,
    lines: async () => (await wholeStatement(services, kept.id, true))!.lines,
    record: async () => {
      const { plan } = (await wholeStatement(services, kept.id))!;
      return recordStatement(services, cashier, { id: kept.id, plan, leaveUnread: false }, key());
    },
  };
}

test("[BUSINESS-8] [BANK-2] a row with an invoice's number and amount is matched, pays the oldest first, and is known again", async () => {
  const { id, all, open, name } = await invoiced();
  const [first, second] = all;
  const spelt = second!.number.replaceAll("-", "").toLowerCase();
  const file = await upload([second!.totalKobo, `NIP FROM BRIGHT ${spelt} THANKS`], [70_00, "BOLA"]);
  expect((await file.lines()).map(({ state, parts }) => [state, parts])).toEqual([
    ["matched", [{ code: second!.number, kobo: second!.totalKobo }]],
    ["unknown", []],
  ]);
  expect(await payersOf(db, [second!.number])).toEqual({
    [second!.number]: { name, to: `/admin/businesses/${id}/${second!.number}` },
  });
  expect(await file.record()).toMatchObject({ ok: true });
  expect(await open()).toEqual([0, first!.totalKobo]);
  const [sent] = await listReceived(db, id);
  expect(sent).toMatchObject({ kobo: second!.totalKobo, method: "transfer", reversed: false });
  expect(sent!.note).toContain("Bank statement");
  const [row] = await db.select().from(bankRows).where(eq(bankRows.creditId, sent!.id));
  expect(row).toMatchObject({ outcome: "recorded", kobo: second!.totalKobo, paymentId: null });
  expect(await wrongBusinesses(db)).toEqual([]);
  // If a later file has the same rows, they are shown as already recorded.
  const again = await wholeStatement(services, file.id, true);
  expect(again!.lines[0]).toMatchObject({ state: "repeated", why: expect.stringContaining(name) });
});

test("[BUSINESS-8] [BANK-2] all that is open is matched; more or less waits for a person, and what is over is credit", async () => {
  const { id, all, open } = await invoiced();
  const [first, second] = all.map(({ number, totalKobo }) => ({ number, totalKobo }));
  const sum = first!.totalKobo + second!.totalKobo;
  const file = await upload(
    [sum, `INVOICES ${first!.number}`],
    [sum + 500_00, first!.number],
    [100_00, first!.number],
  );
  const lines = await file.lines();
  expect(lines.map(({ state }) => state)).toEqual(["matched", "doubtful", "doubtful"]);
  expect(lines[0]!.why).toBe("Pays all open invoices of the business");
  const [one, two, three] = lines;
  const decided = await decideRows(services, cashier, {
    id: file.id,
    [`do-${one!.row}`]: "leave",
    [`parts-${one!.row}`]: "",
    [`do-${two!.row}`]: "record",
    [`parts-${two!.row}`]: `${first!.number.toLowerCase()} ${(sum + 500_00) / 100}`,
    [`do-${three!.row}`]: "leave",
    [`parts-${three!.row}`]: "",
  });
  expect(decided).toMatchObject({ ok: true });
  expect(await file.record()).toMatchObject({ ok: true });
  expect(await open()).toEqual([0, 0]);
  expect((await readBusiness(db, id))!.creditKobo).toBe(500_00);
  expect(await wrongBusinesses(db)).toEqual([]);
  const unknown = await upload([100_00, "INV-2026-9999 AND OD11111111NG"]);
  const [row] = await unknown.lines();
  await decideRows(services, cashier, {
    id: unknown.id,
    [`do-${row!.row}`]: "record",
    [`parts-${row!.row}`]: "INV-2026-9999 100",
  });
  const [decidedRow] = await unknown.lines();
  expect(decidedRow).toMatchObject({ state: "doubtful", why: "There is no invoice INV-2026-9999" });
});

test("[BUSINESS-8] [BANK-2] a row that names a business without a number is suggested for its oldest open invoice", async () => {
  const { all, name } = await invoiced();
  const { all: others, name: other } = await invoiced();
  const said = name.toUpperCase().replace(" LTD", "");
  const file = await upload(
    [50_00, `TRF ${said}`],
    [60_00, `${said} AND ${other.toUpperCase()}`],
    [70_00, "PHARMACY"],
  );
  expect((await file.lines()).map(({ state, parts }) => [state, parts])).toEqual([
    ["doubtful", [{ code: all[0]!.number, kobo: 50_00 }]],
    ["unknown", []],
    ["unknown", []],
  ]);
  expect(others[0]!.number).not.toBe(all[0]!.number);
});

test("[BUSINESS-8] [BANK-5] money recorded by hand is asked about, and its reference is known", async () => {
  const { id, all } = await invoiced(1);
  const kobo = all[0]!.totalKobo - 100_00;
  const form = {
    id,
    amount: String(kobo / 100),
    method: "transfer",
    reference: "BYHAND1",
    note: "",
    seen: 0,
  };
  expect(await receiveMoney.receive(services, cashier, form, key())).toMatchObject({ ok: true });
  const file = await upload([kobo, all[0]!.number], [100_00, all[0]!.number]);
  const [asked, rest] = await file.lines();
  expect([asked!.state, rest!.state]).toEqual(["doubtful", "matched"]);
});

test("[BUSINESS-8] recorded from a file and reversed, the invoices are open again and a later file asks", async () => {
  const { id, all, open } = await invoiced(1);
  const file = await upload([all[0]!.totalKobo, all[0]!.number]);
  expect(await file.record()).toMatchObject({ ok: true });
  const [sent] = await listReceived(db, id);
  const form = { id, entry: String(sent!.id), reason: "Wrong payer" };
  expect(await reverseMoney.receive(services, cashier, form, key())).toMatchObject({ ok: true });
  expect(await open()).toEqual([all[0]!.totalKobo]);
  const [line] = await file.lines();
  expect(line!.why).toContain("reversed");
  expect(await wrongBusinesses(db)).toEqual([]);
});

const WAY = {
  returnTo: "http://localhost:3000/business/invoices/paid",
  cancelTo: "http://localhost:3000/business/invoices",
};

test("[BUSINESS-8] all that is open is paid online once, whoever reports it and how often", async () => {
  const { id, owner, all, open } = await invoiced();
  const member = await asMember(db, owner);
  const sum = all.reduce((kobo, { totalKobo }) => kobo + totalKobo, 0);
  const started = await startBusinessPayment(services, member, WAY);
  expect(started).toMatchObject({ ok: true, page: expect.stringContaining("/checkout/") });
  const transaction = provider.newest();
  expect(transaction).toMatchObject({ amount: sum, email: owner.person.email });
  // A second try for the same amount leads to the same page of the provider.
  expect(await startBusinessPayment(services, member, WAY)).toEqual(started);
  const clerk = await asMember(db, await addMember(services, id));
  expect(await startBusinessPayment.receive(services, clerk, WAY, key())).toMatchObject({
    ok: false,
    code: "forbidden",
  });
  transaction.status = "success";
  expect(await noteBusinessPaid(services, transaction.reference)).toBe(true);
  const [attempt] = await db
    .select()
    .from(businessOnlinePayments)
    .where(eq(businessOnlinePayments.businessId, id));
  await Promise.all([settleDue(services), settleBusinessPayment(services, attempt!.id), settleDue(services)]);
  expect(await open()).toEqual([0, 0]);
  expect(
    await db.select().from(businessCredits).where(eq(businessCredits.reference, transaction.reference)),
  ).toMatchObject([{ kind: "received", method: "online", kobo: sum }]);
  expect(await noteBusinessPaid(services, transaction.reference)).toBe(false);
  expect(await startBusinessPayment(services, member, WAY)).toMatchObject({
    ok: false,
    reason: "nothing_open",
  });
  // The money is paid back at the provider, and the payment is reversed. The invoices are then open again,
  // and a repeated message of the provider does not pay them.
  const [received] = await listReceived(db, id);
  const reversal = { id, entry: received!.id, reason: "Paid back at the provider" };
  expect(await reverseMoney.receive(services, cashier, reversal, key())).toMatchObject({ ok: true });
  expect(await noteBusinessPaid(services, transaction.reference)).toBe(false);
  await settleBusinessPayment(services, attempt!.id);
  expect((await readBusiness(db, id))!.openKobo).toBe(sum);
  expect(await wrongBusinesses(db)).toEqual([]);
});

test("[BUSINESS-8] another amount online is credit, another currency is a problem, and an unpaid attempt is given up", async () => {
  const { id, owner, all } = await invoiced(1);
  const member = await asMember(db, owner);
  const begin = async () => {
    clock.pass(1000);
    expect(await startBusinessPayment(services, member, WAY)).toMatchObject({ ok: true });
    return provider.newest();
  };
  const stateOf = async (reference: string) =>
    (
      await db.select().from(businessOnlinePayments).where(eq(businessOnlinePayments.reference, reference))
    )[0]!;
  const dollars = await begin();
  Object.assign(dollars, { status: "success", currency: "USD" });
  await settleBusinessPayment(services, (await stateOf(dollars.reference)).id);
  expect(await stateOf(dollars.reference)).toMatchObject({ state: "problem", receivedCurrency: "USD" });
  expect((await readBusiness(db, id))!.openKobo).toBe(all[0]!.totalKobo);
  expect(await listOnlineProblems(db, id)).toMatchObject([
    { reference: dollars.reference, amount: all[0]!.totalKobo, currency: "USD" },
  ]);
  // Staff close the problem once, only on the page of this business. The activity log and the business's log have a
  // line about it.
  const other = await invoiced(1);
  const [problem] = await listOnlineProblems(db, id);
  const close = (business: string, who = cashier) => {
    const done = { id: business, problemId: problem!.id, note: "Paid back at the provider" };
    return closeOnlineProblem.receive(services, who, done, key());
  };
  const dispatcher = await makeAdmin({ services }, "dispatcher");
  expect(await close(id, dispatcher)).toMatchObject({ code: "forbidden" });
  expect(await close(other.id)).toMatchObject({ reason: "problem_closed" });
  expect(await listOnlineProblems(db, id)).toHaveLength(1);
  expect(await close(id)).toEqual({ ok: true });
  expect(await close(id)).toMatchObject({ reason: "problem_closed" });
  expect(await listOnlineProblems(db, id)).toEqual([]);
  expect(await stateOf(dollars.reference)).toMatchObject({
    ...{ state: "problem", closedNote: "Paid back at the provider", closedByName: "cashier" },
    closedAt: clock.now(),
  });
  const closing = and(eq(activityLogs.action, "close_payment_problem"), eq(activityLogs.entityId, id));
  expect(await db.$count(activityLogs, closing)).toBe(1);
  expect((await readLog(db, id, null)).rows[0]!.text).toBe(`Online payment ${dollars.reference} dealt with`);
  expect(await readBusinessOnline(services, id, 1)).toMatchObject({ attempt: { closedAt: clock.now() } });

  const failed = await begin();
  failed.status = "failed";
  await settleBusinessPayment(services, (await stateOf(failed.reference)).id);
  expect((await stateOf(failed.reference)).state).toBe("not_paid");
  expect(await readBusinessOnline(services, id, 1)).toMatchObject({ attempt: { state: "not_paid" } });

  const more = await begin();
  Object.assign(more, { status: "success", amount: all[0]!.totalKobo + 300_00 });
  await settleBusinessPayment(services, (await stateOf(more.reference)).id);
  expect(await readBusiness(db, id)).toMatchObject({ openKobo: 0, creditKobo: 300_00 });
  provider.behave(500);
  await bookOnAccount(services, owner, { packageWeight: "9" });
  clock.pass(2000);
  await issueInvoice.receive(services, cashier, { id }, key());
  expect((await readBusiness(db, id))!.openKobo).toBeGreaterThan(0);
  const away = await startBusinessPayment(services, member, WAY);
  provider.behave("well");
  expect(away).toMatchObject({ ok: false, reason: "provider_away" });
  expect(await wrongBusinesses(db)).toEqual([]);
});

test("[BUSINESS-8] [WEB-4] a member who tries or comes back too often is not asked for at the provider", async () => {
  const { id, owner } = await invoiced(1);
  const member = await asMember(db, owner);
  expect(await startBusinessPayment(services, member, WAY)).toMatchObject({ ok: true });
  provider.newest().status = "success";
  const browser = browserKey({ ip: member.ip, browser: { id: member.person.id } });
  await services.limits.block(ONLINE_TRIES.perBrowser, browser, 60);
  await settleOnBusinessReturn(services, member);
  expect((await readBusiness(db, id))!.openKobo).toBeGreaterThan(0);
  expect(await startBusinessPayment(services, member, WAY)).toMatchObject({ reason: "too_many_tries" });
  // The rate limit counts each member separately, so another member at the same IP address is not refused.
  const colleague = await asMember(db, await addMember(services, id, "manager"));
  await settleOnBusinessReturn(services, colleague);
  expect((await readBusiness(db, id))!.openKobo).toBe(0);
});
