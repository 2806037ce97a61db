/**
 * BANK-5, BANK-6: rows that are in several files of an account, money that the bank takes back, damaged
 * files, and decisions of a person. On a real database, in the columns of the twelve banks.
 * Longer than 250 lines because every test uses the same steps, whose functions are here.
 */
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { makeHubs } from "../../../test/fixtures/road.ts";
import { SAW_ALL } from "../../../test/fixtures/saw-all.ts";
import { NAIRA } from "../../../test/fixtures/settlements.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { matchByGuess, wholeStatement } from "../../../test/fixtures/statements.ts";
import { fileLike, type Entry } from "../../../test/fixtures/twelve-banks.ts";
import { bankRows, payments } from "../../platform/db/schema.ts";
import { takeBackCash } from "../cash/approve-difference.server.ts";
import { recordDeposit } from "../cash/move-cash.server.ts";
import { openDeposits, readEntries } from "../cash/read-cash.server.ts";
import { closeTakenBack, listTakenBack } from "../payments/payment-problems.server.ts";
import { reversePayment } from "../payments/payments.server.ts";
import { readMoney } from "../payments/receipt.server.ts";
import { setPrice } from "../prices/set-price.server.ts";
import { recordStatement } from "./record-statement.server.ts";
import { chooseColumns, chooseHeading } from "./choose-columns.server.ts";
import { decideRows, matchAgain, removeStatement } from "./statements.server.ts";
import { uploadStatement } from "./upload-statement.server.ts";

const { opened, services, db, moderator, superAdmin } = await openWithStaff();
const cashier = await makeAdmin(opened, "cashier");
const PRICE = 4750;

async function priced(naira = PRICE) {
  const { id, trackingCode: code } = await bookOne(opened);
  const price = { code, price: naira * NAIRA, note: "", seen: 0 };
  expect(await setPrice(services, superAdmin, price, randomUUID())).toEqual({ ok: true });
  return { id, code };
}

let opening = 0;
/** Transfers in naira of this week, oldest first, with running balances that no other test has. */
function entries(...of: [naira: number, text: string, ref?: string, day?: number][]): Entry[] {
  let balance = 90_000_000 + 1_000_003 * ++opening;
  return of.map(([naira, text, ref, day = 20], n) => ({
    at: new Date(Date.UTC(2026, 10, day, 9, n, 7)),
    kobo: naira * NAIRA,
    text,
    ref: ref ?? `2611${opening}${String(n).padStart(3, "0")}77123456`,
    balance: (balance += naira * NAIRA),
  }));
}
const ownAccount = () => (expect.getState().currentTestName ?? "").slice(0, 80).trim();

async function upload(file: Uint8Array, account = ownAccount()) {
  const kept = await uploadStatement(services, cashier, { file, account }, randomUUID());
  if (!kept.ok) throw new Error(JSON.stringify(kept.errors));
  const { id } = kept;
  await matchByGuess(services, cashier, id);
  const read = async () => (await wholeStatement(services, id, true))!;
  const states = async () => (await read()).all.map(({ state }) => state);
  const record = async () => {
    const { plan } = (await wholeStatement(services, id))!;
    return recordStatement(services, cashier, { id, plan, leaveUnread: true }, randomUUID());
  };
  return { id, read, states, record };
}
const paid = async ({ id }: { id: string }) => (await readMoney(db, id)).paidKobo / NAIRA;

test("[BANK-5] one transfer from the internet bank's and the app's export is paid once", async () => {
  const one = await priced();
  const own = entries([PRICE, `NIP FROM ADA ${one.code}`], [900, "NIP FROM X"]);
  const bank = await upload(fileLike("GTBank, internet bank", own).bytes);
  expect(await bank.states()).toEqual(["matched", "unknown"]);
  expect(await bank.record()).toMatchObject({ ok: true });
  const app = await upload(
    fileLike(
      "GTBank, app",
      own.map((entry) => ({ ...entry, text: `App: ${entry.text}` })),
    ).bytes,
  );
  expect(await app.states()).toEqual(["unknown", "repeated"]);
  const again = await upload(fileLike("GTBank, saved again", own).bytes);
  expect(await again.states()).toEqual(["repeated", "unknown"]);
  expect(await paid(one)).toBe(PRICE);
});

test("[BANK-5] an export without a balance, in other words, is a question; a person may record it all the same", async () => {
  const [one, two] = [await priced(), await priced()];
  const own = entries([PRICE, `NIP FROM ADA ${one.code}`]);
  expect(await (await upload(fileLike("FCMB, internet bank", own).bytes)).record()).toMatchObject({
    ok: true,
  });
  const other = own.map((entry) => ({ ...entry, text: `TRANSFER ADA FOR ${two.code}`, ref: "998877665544" }));
  const app = await upload(fileLike("FCMB, app", other).bytes);
  const [line] = (await app.read()).all;
  expect(line).toMatchObject({
    state: "doubtful",
    why: expect.stringContaining(`recorded on ${one.code}: is it this one?`),
  });
  expect(await app.record()).toMatchObject({ code: "invalid" });
  const yes = { id: app.id, [`do-${line!.row}`]: "record", [`parts-${line!.row}`]: `${two.code} ${PRICE}` };
  expect(await decideRows(services, cashier, yes)).toEqual({ ok: true });
  expect(await app.record()).toMatchObject({ ok: true });
  expect(await paid(two)).toBe(PRICE);
});

test("[BANK-5] of equal rows as many are new as were not recorded, in files that overlap", async () => {
  const [one, two] = [await priced(3 * PRICE), await priced()];
  const same = `NIP FROM ADA ${one.code}`;
  // These rows have no balance, and a spreadsheet spoilt their references. So only the count of equal rows shows how
  // many of them are new.
  const spoilt = (naira: number, text: string): [number, string, string] => [naira, text, "2.61E+23"];
  const first = entries(spoilt(PRICE, same), spoilt(PRICE, same));
  const day1 = await upload(fileLike("FCMB, app", first).bytes);
  const decided = Object.fromEntries(
    (await day1.read()).all.flatMap(({ row }) => [
      [`do-${row}`, "record"],
      [`parts-${row}`, `${one.code} ${PRICE}`],
    ]),
  );
  expect(await decideRows(services, cashier, { id: day1.id, ...decided })).toEqual({ ok: true });
  expect(await day1.record()).toMatchObject({ ok: true });
  expect(await paid(one)).toBe(2 * PRICE);
  const longer = entries(
    spoilt(PRICE, same),
    spoilt(PRICE, same),
    spoilt(PRICE, same),
    spoilt(PRICE, `NIP ${two.code}`),
  );
  const day2 = await upload(fileLike("FCMB, app", longer).bytes);
  expect(await day2.states()).toEqual(["repeated", "repeated", "matched", "matched"]);
  expect(await day2.record()).toMatchObject({ ok: true });
  expect([await paid(one), await paid(two)]).toEqual([3 * PRICE, PRICE]);
});

test("[BANK-5] references that lost their digits count for nothing: the next day's transfer is new", async () => {
  const [one, two] = [await priced(), await priced()];
  const ref = "261120123456789012345678";
  const spoilt = (text: string, day: number) =>
    fileLike("Sterling, saved again", entries([PRICE, text, ref, day])).bytes;
  const first = await upload(spoilt(`NIP ${one.code}`, 18));
  expect(await first.record()).toMatchObject({ ok: true });
  const next = await upload(spoilt(`NIP ${two.code}`, 19));
  expect(await next.states()).toEqual(["matched"]);
  expect(await next.record()).toMatchObject({ ok: true });
  const stored = await db
    .select({ reference: payments.reference })
    .from(payments)
    .where(eq(payments.bookingId, two.id));
  expect(stored[0]?.reference).toMatch(/^STATEMENT-20261119-475000-[A-Z0-9]{10,}$/);
  expect(stored[0]?.reference?.length).toBeLessThanOrEqual(60);
});

test("[BANK-5] a transfer that was recorded before bank rows were stored is a question within three days", async () => {
  // A recorded transfer without a bank row may belong to any account. No other test uses this amount, so that the
  // transfer matches no row of another test.
  const OTHER = 4751;
  const [one, two] = [await priced(OTHER), await priced(OTHER)];
  const old = await upload(fileLike("UBA, internet bank", entries([OTHER, one.code, "", 19])).bytes);
  expect(await old.record()).toMatchObject({ ok: true });
  await db.delete(bankRows).where(eq(bankRows.account, ownAccount()));
  const near = await upload(fileLike("UBA, app", entries([OTHER, two.code, "", 20])).bytes);
  expect((await near.read()).all).toMatchObject([
    { state: "doubtful", why: expect.stringContaining(`of 19 Nov 2026 was recorded on ${one.code}`) },
  ]);
  const far = await upload(fileLike("UBA, app", entries([OTHER, two.code, "", 15])).bytes);
  expect(await far.states()).toEqual(["matched"]);
});

test("[BANK-4] a shifted amount breaks the balance: it is shown between its rows, which wait for a person", async () => {
  const codes = await Promise.all([1, 2, 3, 4].map(() => priced()));
  const own = entries(...codes.map(({ code }): [number, string] => [PRICE, code]));
  const text = fileLike("Zenith, app", own).bytes.toString();
  // In the second row, ₦4,750.00 was cut to ₦4.
  const rows = text.split("\r\n");
  rows[2] = rows[2]!.replace("4,750.00", "4");
  const damaged = await upload(Buffer.from(rows.join("\r\n")));
  const { all, statement } = await damaged.read();
  expect(all.map(({ state }) => state)).toEqual(["doubtful", "doubtful", "matched", "matched"]);
  expect(statement.matched?.proof).toMatchObject({
    rows: 4,
    adding: 2,
    breaks: [{ above: 2, below: 3, missing: 4746 * NAIRA }],
  });
});

test("[BANK-1] [TABLE-2] rows with more cells than the heading, and rows behind a stray mark, are never recorded unasked", async () => {
  const codes = await Promise.all([1, 2, 3, 4, 5].map(() => priced()));
  const lines = codes.map(
    ({ code }, n) => `2${n % 2}/11/2026,NIP ${code},,${n === 0 ? "4,750.00" : "4750.00"},`,
  );
  lines[1] = lines[1]!.replace("NIP", '"NIP');
  lines[3] = lines[3]!.replace("NG,", 'NG",');
  const file = Buffer.from(["Date,Narration,Debit,Credit,Balance", ...lines].join("\n"));
  const damaged = await upload(file);
  const { all, statement } = await damaged.read();
  expect(all.map(({ row, state }) => [row, state])).toEqual([
    [2, "broken"],
    [3, "broken"],
    [4, "doubtful"],
    [5, "doubtful"],
    [6, "matched"],
  ]);
  expect(statement.matched?.faults.map(({ row }) => row)).toEqual([2, 3, 4, 5]);
  // Every row can be decided by a person.
  const decisions = all.slice(0, 4).flatMap(({ row }, n) => [
    [`do-${row}`, "record"],
    [`parts-${row}`, `${codes[n]!.code} ${PRICE}`],
  ]);
  expect(await decideRows(services, cashier, { id: damaged.id, ...Object.fromEntries(decisions) })).toEqual({
    ok: true,
  });
  expect(await damaged.record()).toMatchObject({ ok: true });
  for (const code of codes) expect(await paid(code)).toBe(PRICE);
});

test("[BANK-6] a row that a later row of the file takes back is not recorded; money of ours that comes back neither", async () => {
  const [one, two] = [await priced(), await priced()];
  const file = fileLike(
    "Access, internet bank",
    entries(
      [PRICE, `NIP FROM ADA OBI ${one.code}`],
      [-PRICE, `RVSL NIP FROM ADA OBI ${one.code}`],
      [-PRICE, `REFUND TO MUSA BELLO ${two.code}`],
      [PRICE, `RETURNED REFUND TO MUSA BELLO ${two.code}`],
    ),
  );
  const { read } = await upload(file.bytes);
  expect(
    (await read()).all.map(({ state, why }) => [
      state,
      why.includes("take this back") || why.startsWith("Takes back"),
    ]),
  ).toEqual([
    ["doubtful", true],
    ["out", true],
    ["out", true],
    ["doubtful", true],
  ]);
});

test("[BANK-6] [PAY-9] money out that takes back a recorded payment is a payment problem, with 'Reverse'; once", async () => {
  const [one, two] = [await priced(), await priced()];
  const account = ownAccount();
  const first = await upload(
    fileLike("Kuda, app", entries([PRICE, `ADA ${one.code}`, "", 18], [PRICE, `BOLA ${two.code}`, "", 18]))
      .bytes,
  );
  expect(await first.record()).toMatchObject({ ok: true });
  const back = fileLike(
    "Kuda, app",
    entries([-PRICE, `REVERSAL ADA ${one.code}`], [-PRICE, `REVERSAL BOLA ${two.code}`], [-PRICE, "RENT"]),
  ).bytes;
  await upload(back);
  const second = await upload(back);
  expect((await second.read()).all.map(({ why }) => why.includes("see the payment problems"))).toEqual([
    false,
    true,
    true,
  ]);
  const open = async () => (await listTakenBack(db)).filter((row) => row.account === account);
  const problems = await open();
  expect(new Set(problems.map(({ code, kobo }) => `${code} ${kobo}`))).toEqual(
    new Set([one, two].map(({ code }) => `${code} ${PRICE * NAIRA}`)),
  );
  expect(problems).toHaveLength(2);
  const [a, b] = [one, two].map(({ code }) => problems.find((row) => row.code === code)!);
  const reversal = { code: one.code, paymentId: a!.paymentId, reason: "The bank took it back" };
  expect(await reversePayment(services, superAdmin, reversal, randomUUID())).toEqual({ ok: true });
  expect(
    await closeTakenBack(
      services,
      cashier,
      { code: two.code, problemId: b!.id, note: "Paid again" },
      randomUUID(),
    ),
  ).toEqual({ ok: true });
  expect(await open()).toEqual([]);
  await upload(back);
  expect(await open()).toEqual([]);
  expect(await paid(one)).toBe(0);
});

test("[BANK-3] a row that a person skipped stays skipped in later files, until a person says otherwise", async () => {
  const one = await priced();
  const own = entries([PRICE, `NIP ${one.code}`]);
  const first = await upload(fileLike("OPay, app", own).bytes);
  const [line] = (await first.read()).all;
  expect(await decideRows(services, cashier, { id: first.id, [`do-${line!.row}`]: "leave" })).toEqual({
    ok: true,
  });
  expect(await removeStatement(services, cashier, { id: first.id })).toEqual({ ok: true });
  const later = await upload(fileLike("OPay, internet bank", own).bytes);
  const [again] = (await later.read()).all;
  expect(again).toMatchObject({ state: "left_out", why: expect.stringContaining("skipped this row before") });
  const yes = { id: later.id, [`do-${again!.row}`]: "record", [`parts-${again!.row}`]: one.code };
  expect(await decideRows(services, cashier, yes)).toEqual({ ok: true });
  expect(await later.record()).toMatchObject({ ok: true });
  expect(await (await upload(fileLike("OPay, app", own).bytes)).states()).toEqual(["repeated"]);
});

test("[BANK-1] days that can be read both ways are asked, also in a format that is known; another heading can be chosen", async () => {
  const one = await priced();
  const file = (...days: string[]) =>
    Buffer.from(
      [
        "Our account,at the bank,,",
        "Date,Narration,Money In,Ref",
        ...days.map((day, n) => `${day},${one.code},4750,FT99${n}1234`),
      ].join("\n"),
    );
  const known = await upload(file("13/11/2026", "14/11/2026"));
  const next = await uploadStatement(
    services,
    cashier,
    { file: file("05/11/2026", "06/11/2026"), account: ownAccount() },
    randomUUID(),
  );
  const id = next.ok ? next.id : "";
  const { statement } = (await wholeStatement(services, id))!;
  expect(statement).toMatchObject({ columns: null, preview: { asksDays: true, headingLine: 2 } });
  const { dayFirst: _, ...columns } = statement.preview.columns;
  expect(await chooseColumns.receive(services, cashier, { id, ...columns }, randomUUID())).toMatchObject({
    errors: { dayFirst: expect.stringContaining("which comes first") },
  });
  expect(
    await chooseColumns.receive(services, cashier, { id, ...columns, dayFirst: "no" }, randomUUID()),
  ).toEqual({ ok: true });
  expect((await wholeStatement(services, id))?.all.map(({ on }) => on)).toEqual(["2026-05-11", "2026-06-11"]);
  expect(await chooseHeading(services, cashier, { id: known.id, headingLine: 99 })).toMatchObject({
    code: "invalid",
  });
  expect(await chooseHeading(services, cashier, { id: known.id, headingLine: 1 })).toEqual({ ok: true });
  expect((await wholeStatement(services, known.id))?.statement).toMatchObject({
    columns: null,
    matched: null,
    preview: { heading: ["Our account", "at the bank", "", ""] },
  });
});

test("[BANK-3] only a super admin and a cashier decide; a role that may only read starts nothing", async () => {
  const { id, read } = await upload(fileLike("Moniepoint, app", entries([900, "X"])).bytes);
  const { statement, plan } = await read();
  const support = await makeAdmin(opened, "support");
  for (const who of [moderator, support]) {
    const refused = [
      await uploadStatement(services, who, { file: new Uint8Array([1]), account: "x" }, randomUUID()),
      await chooseColumns(services, who, { id, ...statement.preview.columns }),
      await chooseHeading(services, who, { id, headingLine: 1 }),
      await decideRows(services, who, { id }),
      await matchAgain(services, who, { id }),
      await recordStatement(services, who, { id, plan }, randomUUID()),
      await removeStatement(services, who, { id }),
    ];
    for (const result of refused) expect(result).toMatchObject({ code: "forbidden" });
  }
  const { rows } = await db.execute<{ matching: number }>(
    sql`select matching from bank_statements where id = ${id}`,
  );
  expect(rows[0]?.matching).toBe(statement.matching);
});

test("[CASH-5] a row with the slip of a deposit confirms it by its amount; another amount is asked about", async () => {
  const { IKJ } = await makeHubs(opened, "IKJ");
  const hub = { kind: "hub" as const, id: IKJ.id };
  for (const reference of ["SLIP778811", "SLIP778812"]) {
    const slip = { ...hub, ...SAW_ALL, amount: "15000", reference };
    expect(await recordDeposit.receive(services, cashier, slip, randomUUID())).toEqual({ ok: true });
  }
  const brought = entries([15_000, "CASH LODGEMENT", "SLIP778811"], [12_000, "CASH LODGEMENT", "SLIP778812"]);
  const { read } = await upload(fileLike("GTBank, internet bank", brought).bytes);
  const { all } = await read();
  expect(all.map(({ state }) => state)).toEqual(["repeated", "doubtful"]);
  expect(all[1]!.why).toContain("was recorded as ₦15,000");
  expect((await openDeposits(db)).map(({ reference }) => reference)).toEqual(["SLIP778812"]);
});

test("[CASH-5] a deposit that was taken back is recorded again with its slip, before or after the bank's file", async () => {
  const { ABJ } = await makeHubs(opened, "ABJ");
  const hub = { kind: "hub" as const, id: ABJ.id };
  const open = async () =>
    (await openDeposits(db)).filter(({ reference }) => reference?.startsWith("SLIP99"));
  const record = (reference: string, amount: string) =>
    recordDeposit.receive(services, cashier, { ...hub, ...SAW_ALL, amount, reference }, randomUUID());
  const takeBack = async (reference: string) => {
    const { entries: recorded } = await readEntries(db, hub, null);
    const entry = String(recorded.find((one) => one.reference === reference)!.id);
    const back = { ...hub, entry, reversalReason: "Typed wrongly" };
    expect(await takeBackCash.receive(services, superAdmin, back, randomUUID())).toEqual({ ok: true });
  };
  for (const slip of ["SLIP991", "SLIP992"]) {
    expect(await record(slip, "15000")).toEqual({ ok: true });
    await takeBack(slip);
  }
  expect(await record("SLIP991", "12000")).toEqual({ ok: true });
  const brought = entries([12_000, "CASH LODGEMENT", "SLIP991"], [8000, "CASH LODGEMENT", "SLIP992"]);
  const file = fileLike("GTBank, internet bank", brought).bytes;
  const { read } = await upload(file);
  const { all } = await read();
  expect(all.map(({ state }) => state)).toEqual(["repeated", "doubtful"]);
  expect(all[1]!.why).toContain("taken back");
  expect(await open()).toEqual([]);
  expect(await record("SLIP992", "8000")).toEqual({ ok: true });
  expect(await open()).toEqual([]);
  expect(await (await upload(file)).states()).toEqual(["repeated", "repeated"]);
  expect(await record("SLIP992", "8000")).toMatchObject({ reason: "reference_recorded" });
});
