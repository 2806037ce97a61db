/** The charge of a return, deducted from the money that the sender is owed, on a real database. */
import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { SOME_ACT, acting } from "../../../test/fixtures/acts.ts";
import { expectRecounted } from "../../../test/fixtures/money-recount.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { wrongBalances } from "../../../test/fixtures/recount.ts";
import { bookCollect, collectCash, makePayee, NAIRA, payOutTo } from "../../../test/fixtures/settlements.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import {
  activityLogs,
  cashOnDelivery,
  payees,
  payments,
  settlementEntries,
} from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { accountOf } from "../prices/booking-account.server.ts";
import { everyEntry, type MoneyEntry } from "../reports/export-money.server.ts";
import { readOwnPayee } from "../settlements/payees.server.ts";
import { newestEntryId } from "../settlements/newest-entry.server.ts";
import { readPaidParcels } from "../settlements/payout-parcels.server.ts";
import { statementCsv } from "../settlements/statement-csv.server.ts";
import { readPayeeStatement, weekOf } from "../settlements/statement.server.ts";
import { priceSetMail } from "./payment-mails.server.tsx";
import { reversePayment } from "./payments.server.ts";
import { readMoney } from "./receipt.server.ts";
import { startReturn, waiveReturn } from "./return-charge.server.ts";

const { opened, services, db, moderator, superAdmin } = await openWithStaff(100_000);
await publishSamples(opened, { returnPerMille: 500 });
const key = () => crypto.randomUUID();

const PRICE = 645_000;
const FEE = 325_000;
type Booked = { id: string; code: string };

const start = ({ code }: Pick<Booked, "code">) =>
  transact(db, async (tx) => {
    const account = await accountOf(tx, code);
    const work = acting({ services, tx, actor: moderator, at: services.now() });
    return startReturn(work, account!, { ourFault: false });
  });
const waive = ({ code }: Booked) =>
  waiveReturn.receive(services, moderator, { code, note: "It was our van" }, key());
const collect = ({ code }: Booked, naira: number) => collectCash(opened, moderator, code, naira * NAIRA);

/** A sender who is owed this amount in naira, less the COD fee, and whose next parcel is returned. */
async function senderOwed(naira: number) {
  const customer = await makePayee(opened);
  if (naira > 0) await collect(await bookCollect(opened, customer, naira), naira);
  const back = await bookCollect(opened, customer, 2000, "failed");
  const owed = async () => (await readOwnPayee(db, customer))!.owedKobo;
  return { customer, back, owed, id: (await readOwnPayee(db, customer))!.id };
}

test("[PRICE-13] a return is taken from what its sender is owed: in both ledgers, statement, CSV, payout and mail", async () => {
  const { back, owed, id } = await senderOwed(10_000);
  const before = await owed();
  expect(await start(back)).toEqual({ feeKobo: FEE, takenKobo: FEE });
  expect(await owed()).toBe(before - FEE);
  const money = await readMoney(db, back.id);
  expect(money).toMatchObject({ priceKobo: PRICE + FEE, paidKobo: FEE });
  expect(money.payments).toMatchObject([{ method: "deducted", direction: "in", kobo: FEE }]);
  const statement = await readPayeeStatement(db, id, weekOf(new URLSearchParams(), services.now()));
  expect(statement.closingKobo).toBe(before - FEE);
  expect(statement.entries.at(-1)).toMatchObject({ kind: "deducted", code: back.code, grossKobo: -FEE });
  expect(await statementCsv("2026-11-23", statement).text()).toMatch(
    `Taken for the return to you,${back.code},-3250,0,-3250`,
  );
  const mail = await priceSetMail(services, { bookingId: back.id, chargeId: money.charges[0]!.id });
  expect(mail?.text).toContain("Taken from your cash on delivery: ₦3,250");
  const [payee] = await db.select().from(payees).where(eq(payees.id, id));
  expect(await payOutTo(opened, superAdmin, { id, amount: payee!.owedKobo })).toEqual({ ok: true });
  const paid = await readPaidParcels(db, id, [{ id: await newestEntryId(db, id), kind: "paid_out" }]);
  expect(Object.values(paid)[0]).toMatchObject([
    { code: back.code, paidKobo: -FEE, isReturn: true },
    { paidKobo: before, isReturn: false },
  ]);
});

test("[PRICE-13] as far as that goes: what is left is a balance of the booking; without money owed all of it is", async () => {
  const little = await senderOwed(2000);
  const had = await little.owed();
  expect(had).toBeLessThan(FEE);
  expect(await start(little.back)).toEqual({ feeKobo: FEE, takenKobo: had });
  expect(await little.owed()).toBe(0);
  expect(await readMoney(db, little.back.id)).toMatchObject({ priceKobo: PRICE + FEE, paidKobo: had });
  const none = await senderOwed(0);
  expect(await start(none.back)).toEqual({ feeKobo: FEE, takenKobo: 0 });
  expect(await none.owed()).toBe(0);
});

test("[PRICE-13] a waiver gives back what was taken; the payment alone is not reversed, and neither happens twice", async () => {
  const { back, owed, id } = await senderOwed(10_000);
  const before = await owed();
  await start(back);
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.bookingId, back.id), eq(payments.method, "deducted")));
  const reversal = { code: back.code, paymentId: payment!.id, reason: "Wrong" };
  expect(await reversePayment(services, superAdmin, reversal, key())).toMatchObject({ reason: "deducted" });
  expect(await waive(back)).toEqual({ ok: true });
  expect(await owed()).toBe(before);
  expect(await readMoney(db, back.id)).toMatchObject({ priceKobo: PRICE, paidKobo: 0 });
  expect(await waive(back)).toMatchObject({ reason: "no_return" });
  expect(await start(back)).toEqual({ feeKobo: 0, takenKobo: 0 });
  const entries = await db.select().from(settlementEntries).where(eq(settlementEntries.payeeId, id));
  expect(entries.map(({ kind }) => kind)).toEqual(["collected", "deducted", "reversed"]);
});

test("[PRICE-13] what was paid beyond the price counts first, cash stays cash at a waiver, and a parcel without COD is taken from its sender's money", async () => {
  const { back, owed, customer } = await senderOwed(10_000);
  const before = await owed();
  const cash = { method: "cash" as const, direction: "in" as const, byName: "Uche", at: services.now() };
  const beyond = 100_000;
  await db.insert(payments).values({ actId: SOME_ACT, ...cash, bookingId: back.id, kobo: PRICE + beyond });
  expect(await start(back)).toEqual({ feeKobo: FEE, takenKobo: FEE - beyond });
  expect(await waive(back)).toEqual({ ok: true });
  expect(await owed()).toBe(before);
  const { payments: kept } = await readMoney(db, back.id);
  expect(kept.map(({ method, direction }) => `${method} ${direction}`).toSorted()).toEqual([
    "cash in",
    "deducted in",
    "deducted out",
  ]);
  const logged = and(eq(activityLogs.action, "reverse_deduction"), eq(activityLogs.entityType, "payee"));
  expect(await db.$count(activityLogs, logged)).toBeGreaterThan(0);
  const plain = await bookCollect(opened, customer, 1000, "failed");
  await db.delete(cashOnDelivery).where(eq(cashOnDelivery.bookingId, plain.id));
  expect(await start(plain)).toEqual({ feeKobo: FEE, takenKobo: FEE });
});

test("[PRICE-13] two returns at once take no more than is owed", async () => {
  const { customer, back, owed } = await senderOwed(4000);
  const other = await bookCollect(opened, customer, 1000, "failed");
  const had = await owed();
  const taken = await Promise.all([start(back), start(other)]);
  expect(taken.reduce((sum, { takenKobo }) => sum + takenKobo, 0)).toBe(had);
  expect(await owed()).toBe(0);
});

test("[REPORT-1] [REPORT-4] balances, kept numbers and rows equal a recount: what was taken left what we hold", async () => {
  expect(await wrongBalances(db)).toEqual([]);
  await expectRecounted(db);
  const rows: MoneyEntry[] = [];
  for await (const row of everyEntry(services, { from: "2020-01-01", to: "2035-01-01" })) rows.push(row);
  const deducted = rows.filter(({ kind }) => kind === "deduction");
  expect(deducted.length).toBeGreaterThan(3);
  const sum = (of: (row: MoneyEntry) => number) => rows.reduce((all, row) => all + of(row), 0);
  const owed = (await db.select().from(payees)).reduce((all, { owedKobo }) => all + owedKobo, 0);
  const fees = (await db.select().from(settlementEntries)).reduce((all, row) => all + row.codFeeKobo, 0);
  expect(sum(({ collectedKobo }) => collectedKobo) - sum(({ paidOutKobo }) => paidOutKobo) - fees).toBe(owed);
});
