/**
 * A bank statement from the upload to the ledger, on a real database. Longer than 250 lines because every test uses the same
 * steps, whose functions are here.
 */
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  accessStatement,
  gtbankStatement,
  STATEMENT_STYLES,
  zenithStatement,
} from "../../../test/fixtures/bank-statements.ts";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { times } from "../../../test/fixtures/long.ts";
import { wrongBalances } from "../../../test/fixtures/recount.ts";
import { NAIRA } from "../../../test/fixtures/settlements.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { ACCOUNT, matchByGuess, wholeStatement } from "../../../test/fixtures/statements.ts";
import { uploadMany } from "../../../test/fixtures/statement-of-many.ts";
import { asGuest } from "../../access/actors.server.ts";
import { lagosDay } from "../../domain/dates.ts";
import type { TransferPart } from "../../domain/payment.ts";
import { sendNotice, newestNotice } from "../payments/transfer-notices.server.ts";
import { recordPayment, reversePayment } from "../payments/payments.server.ts";
import { readMoney } from "../payments/receipt.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { activityLogs, bankStatements, bankStatementShapes, payments } from "../../platform/db/schema.ts";
import { setPrice } from "../prices/set-price.server.ts";
import { writeParts } from "./parts-text.ts";
import { recordStatement } from "./record-statement.server.ts";
import { chooseColumns } from "./choose-columns.server.ts";
import { decideRows, removeStatement } from "./statements.server.ts";
import { uploadStatement } from "./upload-statement.server.ts";

const { opened, services, db, superAdmin } = await openWithStaff();
const cashier = await makeAdmin(opened, "cashier");

async function priced(naira = 5000) {
  const { id, trackingCode: code } = await bookOne(opened);
  const set = await setPrice(
    services,
    superAdmin,
    { code, price: naira * NAIRA, note: "", seen: 0 },
    randomUUID(),
  );
  expect(set).toEqual({ ok: true });
  return { id, code };
}

let transfers = 0;
/** Transfers in naira with these narrations, each with its own reference. */
const lines = (...of: [number, string][]) =>
  of.map(([naira, text]) => ({ kobo: naira * NAIRA, text, n: ++transfers }));

/** Every test uses an account that no other test uses, because rows of the same account are compared. */
const ownAccount = () => (expect.getState().currentTestName ?? "").slice(0, 80).trim();

async function upload(file: Uint8Array, who = cashier) {
  const kept = await uploadStatement(services, who, { file, account: ownAccount() }, randomUUID());
  if (!kept.ok) throw new Error(JSON.stringify(kept.errors));
  await matchByGuess(services, who, kept.id);
  return { id: kept.id, read: async () => (await wholeStatement(services, kept.id, true))! };
}

/** Stores decisions about rows, as the page's form sends them. */
const decide = (id: string, decided: Record<number, readonly TransferPart[]>) =>
  decideRows(services, cashier, {
    id,
    ...Object.fromEntries(
      Object.entries(decided).flatMap(([row, parts]) => [
        [`do-${row}`, parts.length > 0 ? "record" : "leave"],
        [`parts-${row}`, writeParts(parts)],
      ]),
    ),
  });

async function record(id: string, who = cashier, more: object = {}, key: string = randomUUID()) {
  const { plan } = (await wholeStatement(services, id))!;
  return recordStatement(services, who, { id, plan, leaveUnread: false, ...more }, key);
}

test.each(Object.entries(STATEMENT_STYLES))(
  "[BANK-1] [BANK-3] %s style: matched lines become payments, the receipt is mailed, each step is logged",
  async (_, style) => {
    const [one, two] = [await priced(), await priced(2000)];
    const file = style(
      lines([5000, `ADA ${one.code}`], [-50, "FEE"], [2000, two.code.toLowerCase()], [70, "BOLA"]),
    );
    const { id, read } = await upload(file);
    expect((await read()).lines.map(({ state }) => state)).toEqual(["matched", "matched", "unknown"]);
    expect(await record(id)).toMatchObject({ ok: true });
    for (const [{ id: bookingId }, naira] of [
      [one, 5000],
      [two, 2000],
    ] as const)
      expect(await readMoney(db, bookingId)).toMatchObject({
        paidKobo: naira * NAIRA,
        payments: [{ method: "transfer" }],
      });
    expect((await read()).statement).toMatchObject({ recordedPayments: 2, recordedKobo: 7000 * NAIRA });
    const logged = await db
      .select()
      .from(activityLogs)
      .where(eq(activityLogs.entityId, id))
      .orderBy(activityLogs.id);
    expect(logged.map(({ description }) => description).join("\n")).toMatch(
      /^Uploaded a bank statement of \d+ rows, .*\nChose the columns .*\nRecorded 2 payments of a bank statement, ₦7,000$/,
    );
    const entries = await db.select().from(activityLogs).where(eq(activityLogs.entityId, one.id));
    expect(entries.map(({ description }) => description)).toContain(`${one.code}: ₦5,000, Bank transfer`);
    const receipts = async () =>
      (await opened.mails(0)).filter(
        ({ kind, subject }) => kind === "booking_paid" && subject.includes(one.code),
      );
    await expect.poll(receipts, { timeout: 15_000 }).toHaveLength(1);
  },
);

test("[BANK-1] columns are chosen once for a bank's shape; the next statement is read the same way", async () => {
  const { id } = await upload(accessStatement(lines([5000, "X"])));
  const next = await uploadStatement(
    services,
    cashier,
    { file: accessStatement(lines([6000, "Y"])), account: ACCOUNT },
    randomUUID(),
  );
  expect(next).toMatchObject({ ok: true });
  expect((await wholeStatement(services, next.ok ? next.id : ""))?.lines).toMatchObject([
    { kobo: 6000 * NAIRA },
  ]);
  const { guess } = (await wholeStatement(services, id))!;
  expect(await chooseColumns(services, cashier, { id, ...guess, amount: 39 })).toMatchObject({
    code: "invalid",
  });
  expect(await chooseColumns(services, cashier, { id, ...guess, amount: guess.date })).toMatchObject({
    code: "invalid",
  });
  expect(await chooseColumns(services, cashier, { id, ...guess, reference: guess.details })).toMatchObject({
    errors: { reference: expect.any(String) },
  });
  const swapped = { ...guess, amount: guess.out ?? -1, out: guess.amount };
  expect(await chooseColumns(services, cashier, { id, ...swapped })).toEqual({ ok: true });
  expect((await wholeStatement(services, id))?.lines).toEqual([]);
  expect(await db.$count(bankStatementShapes, sql`shape like 'posted date|%'`)).toBe(1);
  await chooseColumns(services, cashier, { id, ...guess });
});

test("[BANK-1] the same form keeps one statement; another file under its key, support, and no file are refused", async () => {
  const key = randomUUID();
  const before = await db.$count(bankStatements);
  const file = gtbankStatement(lines([1, "A"]));
  const same = await Promise.all(
    [1, 2].map(() => uploadStatement(services, cashier, { file, account: ACCOUNT }, key)),
  );
  expect(same[0]).toEqual(same[1]);
  expect(await db.$count(bankStatements)).toBe(before + 1);
  expect(
    await uploadStatement(
      services,
      cashier,
      { file: zenithStatement(lines([1, "A"])), account: ACCOUNT },
      key,
    ),
  ).toMatchObject({
    code: "conflict",
  });
  const support = await makeAdmin(opened, "support");
  expect(await uploadStatement(services, support, { file, account: ACCOUNT }, randomUUID())).toMatchObject({
    code: "forbidden",
  });
  expect(await uploadStatement.receive(services, cashier, {}, randomUUID())).toMatchObject({
    code: "invalid",
  });
  expect(
    await uploadStatement(services, cashier, { file: Buffer.from("a,b"), account: ACCOUNT }, randomUUID()),
  ).toMatchObject({
    errors: { file: expect.stringContaining("no rows below") },
  });
  const long = ["x", "1"].map((character) => character.repeat(20_000));
  const { read } = await upload(
    Buffer.from(`Date,Details,Credit,Ref ${long[0]}\n21/11/2026,A ${long[1]},500,R1`),
  );
  expect(JSON.stringify(await read()).length).toBeLessThan(10_000);
});

test("[BANK-3] staff decide about doubtful rows: a part, a split, one left out; then all is recorded together", async () => {
  const [one, two, three] = [await priced(), await priced(), await priced()];
  const { id, read } = await upload(
    gtbankStatement(
      lines([2000, one.code], [7000, "SHOP PARCELS"], [5000, three.code.replace("OD", "")], [9, "X"]),
    ),
  );
  const [part, split, typo, other] = (await read()).lines;
  expect([part, split, typo, other].map((line) => line?.state)).toEqual([
    "doubtful",
    "unknown",
    "matched",
    "unknown",
  ]);
  expect(await decide(id, { [part!.row]: part!.parts, [other!.row]: [] })).toEqual({
    ok: true,
  });
  const both = [
    { code: one.code, kobo: 3000 * NAIRA },
    { code: two.code, kobo: 4000 * NAIRA },
  ];
  expect(await decide(id, { [split!.row]: both })).toEqual({ ok: true });
  expect(await record(id)).toMatchObject({ ok: true });
  const paid = await Promise.all(
    [one, two, three].map(async (of) => (await readMoney(db, of.id)).paidKobo / NAIRA),
  );
  expect(paid).toEqual([5000, 4000, 5000]);
  const [second] = (await readMoney(db, two.id)).payments;
  expect(second?.reference).toMatch(/^S9\d+ \(2\)$/);
  expect(await decide(id, { [other!.row]: [] })).toMatchObject({ code: "conflict" });
  expect(await removeStatement(services, cashier, { id })).toMatchObject({ code: "conflict" });
});

test("[BANK-3] [BANK-5] the same row counts once: in a later upload, and where it was recorded by hand", async () => {
  const [one, two] = [await priced(), await priced()];
  const known = lines([3000, one.code], [2000, one.code], [5000, two.code]);
  const byHand = { code: two.code, method: "transfer" as const, amount: 1000 * NAIRA, note: "" };
  await recordPayment(
    services,
    cashier,
    { ...byHand, reference: `s${90_000_000 + known[2]!.n}` },
    randomUUID(),
  );
  const { id, read } = await upload(gtbankStatement(known));
  expect((await read()).lines.map(({ state }) => state)).toEqual(["matched", "matched", "repeated"]);
  expect(await record(id)).toMatchObject({ ok: true });
  expect((await readMoney(db, one.id)).paidKobo).toBe(5000 * NAIRA);
  const again = await upload(gtbankStatement(known));
  expect((await again.read()).lines.every(({ state }) => state === "repeated")).toBe(true);
  expect(await record(again.id)).toMatchObject({ code: "invalid" });
  expect((await readMoney(db, two.id)).paidKobo).toBe(1000 * NAIRA);
});

test("[BANK-3] two staff who record the same transfer at once, by one statement or by two: it counts once", async () => {
  const one = await priced();
  const other = await makeAdmin(opened, "super_admin");
  const file = zenithStatement(lines([2500, one.code], [2500, one.code]));
  const [a, b] = [await upload(file), await upload(file, other)];
  const results = await Promise.all([record(a.id), record(a.id, other), record(b.id, other), record(b.id)]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  for (const result of results) if (!result.ok) expect(["conflict", "invalid"]).toContain(result.code);
  expect((await readMoney(db, one.id)).payments).toHaveLength(2);
  expect((await readMoney(db, one.id)).paidKobo).toBe(5000 * NAIRA);
});

test("[BANK-3] the same form twice at once is answered alike, and counts once", async () => {
  const one = await priced();
  const { id, read } = await upload(gtbankStatement(lines([5000, one.code])));
  // Both forms come from one page, so both carry the same hash of the payments that the page showed.
  const { plan } = await read();
  const key = randomUUID();
  const send = () => record(id, cashier, { plan }, key);
  expect(await Promise.all([send(), send()])).toMatchObject([{ ok: true }, { ok: true }]);
  expect((await readMoney(db, one.id)).payments).toHaveLength(1);
});

test("[BANK-3] what changed since the page was loaded is not recorded: a payment at the desk, another decision", async () => {
  const one = await priced();
  const { id, read } = await upload(gtbankStatement(lines([5000, one.code])));
  const { plan } = await read();
  await recordPayment(
    services,
    cashier,
    { code: one.code, method: "cash", amount: 1, reference: "", note: "" },
    randomUUID(),
  );
  expect(await record(id, cashier, { plan })).toMatchObject({ code: "conflict" });
  expect((await readMoney(db, one.id)).paidKobo).toBe(1);
  // The refused request has stored the line's new state, so the page now shows it.
  expect((await wholeStatement(services, id))?.lines).toMatchObject([{ state: "doubtful" }]);
});

test("[BANK-3] a payment that the desk records while the statement waits for the booking is seen in time", async () => {
  const one = await priced();
  const { id, read } = await upload(gtbankStatement(lines([5000, one.code])));
  const { plan } = await read();
  const waiting = (count: number) =>
    expect
      .poll(
        () =>
          db.$count(
            sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%no key update%'`,
          ),
        { timeout: 10_000 },
      )
      .toBe(count);
  const cash = { code: one.code, method: "cash", amount: 1, reference: "", note: "" } as const;
  // The cash payment waits for the booking's row first, then the statement. So the statement has compared its rows with
  // the page before the payment is recorded.
  const answers = await transact(db, async (tx) => {
    await tx.execute(sql`select from bookings where id = ${one.id} for update`);
    const paid = recordPayment(services, cashier, cash, randomUUID());
    await waiting(1);
    const recorded = record(id, cashier, { plan });
    await waiting(2);
    return [paid, recorded];
  });
  expect(await Promise.all(answers)).toMatchObject([{ ok: true }, { code: "conflict" }]);
  expect((await readMoney(db, one.id)).paidKobo).toBe(1);
});

test("[BANK-3] rows that cannot be read are left out only where the person says so", async () => {
  const one = await priced();
  const file = Buffer.from(
    `Date,Details,Credit,Ref\n21/11/2026,${one.code},5000,FT2024001\nsoon,X,500,FT2024002`,
  );
  const { id, read } = await upload(file);
  expect((await read()).broken).toEqual([{ row: 3, why: "Date: 'soon' is not a day" }]);
  expect(await record(id)).toMatchObject({ code: "invalid", errors: { leaveUnread: expect.any(String) } });
  expect(await record(id, cashier, { leaveUnread: true })).toMatchObject({ ok: true });
});

test("[BANK-3] a transfer that staff recorded by hand under another reference is not recorded again unasked", async () => {
  const one = await priced();
  const half = { code: one.code, method: "transfer" as const, amount: 2500 * NAIRA, note: "" };
  await recordPayment(services, cashier, { ...half, reference: "APP 0001" }, randomUUID());
  const { read } = await upload(gtbankStatement(lines([2500, one.code])));
  expect((await read()).lines).toMatchObject([{ state: "doubtful" }]);
});

test("[BANK-3] a bank's reference that looks like the second part of another row is recorded beside it", async () => {
  const [one, two, three] = [await priced(), await priced(), await priced()];
  const file = Buffer.from(
    `Date,Details,Credit,Ref\n21/11/2026,${one.code} ${two.code},10000,FT778899\n21/11/2026,${three.code},5000,FT778899/2`,
  );
  const { id } = await upload(file);
  expect(await record(id)).toMatchObject({ ok: true });
  for (const { id: bookingId } of [one, two, three])
    expect((await readMoney(db, bookingId)).paidKobo).toBe(5000 * NAIRA);
});

test("[PAY-2] [BANK-3] a reversed transfer frees its reference for the right booking; a later statement says so", async () => {
  const [wrong, right] = [await priced(), await priced()];
  const [sent] = lines([5000, wrong.code]);
  const reference = `S${90_000_000 + sent!.n}`;
  const transfer = { method: "transfer" as const, amount: 5000 * NAIRA, reference, note: "" };
  await recordPayment(services, cashier, { ...transfer, code: wrong.code }, randomUUID());
  const again = () => recordPayment(services, cashier, { ...transfer, code: right.code }, randomUUID());
  expect(await again()).toMatchObject({ code: "conflict" });
  const [paid] = (await readMoney(db, wrong.id)).payments;
  const reversal = { code: wrong.code, paymentId: paid!.id, reason: "Wrong booking" };
  expect(await reversePayment(services, superAdmin, reversal, randomUUID())).toEqual({ ok: true });
  const { read } = await upload(gtbankStatement([sent!]));
  expect((await read()).lines).toMatchObject([
    { state: "repeated", why: expect.stringContaining("reversed there") },
  ]);
  expect(await again()).toEqual({ ok: true });
  expect((await readMoney(db, right.id)).payments).toMatchObject([{ reference: `${reference} #2` }]);
  expect((await read()).lines).toMatchObject([
    { state: "repeated", why: `Recorded already, on ${right.code}` },
  ]);
  expect(
    await recordPayment(services, cashier, { ...transfer, code: wrong.code }, randomUUID()),
  ).toMatchObject({
    code: "conflict",
  });
});

test("[BANK-3] [PAY-6] a notice that the statement confirms is closed", async () => {
  const [one, two, three] = [await priced(), await priced(), await priced()];
  const guest = asGuest("127.0.0.1");
  const notice = { paidOn: lagosDay(services.now()), reference: "" };
  await sendNotice(services, guest, { ...notice, code: one.code, amount: 2000 * NAIRA }, randomUUID());
  await sendNotice(services, guest, { ...notice, code: two.code, amount: 100 * NAIRA }, randomUUID());
  // GTBank writes the sender's reference only into the text.
  const told = { ...notice, code: three.code, amount: 3000 * NAIRA, reference: "ft7734210" };
  await sendNotice(services, guest, told, randomUUID());
  const rows = lines([2000, one.code], [5000, two.code], [3000, "NIP FROM SOLA MARTINS FT7734210"]);
  const { id } = await upload(gtbankStatement(rows));
  expect(await record(id)).toMatchObject({ ok: true });
  for (const { id: bookingId } of [one, two, three])
    expect(await newestNotice(db, bookingId)).toMatchObject({ state: "confirmed" });
});

test("[BANK-3] a statement of thousands of lines is recorded whole or not at all: the database goes away while it is written", async () => {
  const count = times(1500, 5000);
  const id = await uploadMany(opened, cashier, count);
  const read = async () => (await wholeStatement(services, id))!;
  expect((await read()).lines.filter(({ state }) => state === "matched")).toHaveLength(count);
  const before = await db.$count(payments);
  const recording = record(id).catch(() => "away");
  // Ends the writing connection as soon as rows of the ledger are being written.
  const ended = async () => {
    const { rows: cut } = await db.execute<{ cut: boolean }>(sql`
      select pg_terminate_backend(pid) as cut from pg_stat_activity
      where pid <> pg_backend_pid() and state <> 'idle' and query ilike 'insert into "payments"%'`);
    return cut.length;
  };
  while ((await ended()) === 0 && (await Promise.race([recording, Promise.resolve(null)])) === null);
  expect(await recording).toBe("away");
  expect(await db.$count(payments)).toBe(before);
  expect((await read()).statement.recordedAt).toBeNull();
  expect(await record(id)).toMatchObject({ ok: true });
  expect(await db.$count(payments)).toBe(before + count);
  expect(await wrongBalances(db)).toEqual([]);
}, 60_000);
