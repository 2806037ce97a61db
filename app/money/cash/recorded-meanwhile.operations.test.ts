/**
 * CASH-14, PAY-8: several people record the same thing, each on a page that does not show the others' entries
 * yet. On a real database.
 */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { actBy } from "../../../test/fixtures/acts.ts";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { times } from "../../../test/fixtures/long.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { makeHubs, makeRider } from "../../../test/fixtures/road.ts";
import { bookCollect, collectCash, makePayee, NAIRA } from "../../../test/fixtures/settlements.ts";
import { twoFromOnePage } from "../../../test/fixtures/two-from-one-page.ts";
import type { Admin } from "../../access/actor.ts";
import type { CashHolder } from "../../domain/cash.ts";
import { bookingCharges, cashEntries, payments, settlementEntries } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { AnyOperation } from "../../platform/operations/operation.server.ts";
import { cashOf } from "../cash-ledger/cash-account.server.ts";
import { addCash } from "../cash-ledger/cash-ledger.server.ts";
import { moneySeen } from "../payments/money-meanwhile.server.ts";
import { recordPayment } from "../payments/payments.server.ts";
import { chargesOf } from "../prices/charges.server.ts";
import { setPrice } from "../prices/set-price.server.ts";
import { recordCollection } from "../settlements/collections.server.ts";
import { newestEntryId } from "../settlements/newest-entry.server.ts";
import { readOwnPayee } from "../settlements/payees.server.ts";
import { payOut } from "../settlements/payouts.server.ts";
import { readPayee } from "../settlements/statement.server.ts";
import { correctCash, recordDifference } from "./approve-difference.server.ts";
import { payIn } from "./count-cash.server.ts";
import { moveChange, recordDeposit, recordExpense } from "./move-cash.server.ts";

const { opened, services, db } = await fileServices({ limitsFactor: 1000 });
await publishSamples(opened);
const { IKJ, KAN } = await makeHubs(opened, "IKJ", "KAN");
const cashier = await makeAdmin(opened, "cashier");
const superAdmin = await makeAdmin(opened, "super_admin");
const people = [cashier, superAdmin] as const;
const kobo = (naira: number) => naira * NAIRA;
const hub: CashHolder = { kind: "hub", id: IKJ.id };
const rider = async (): Promise<CashHolder> => ({ kind: "rider", id: (await makeRider(opened, IKJ.id)).id });
let slips = 0;

type CashForm = [string, AnyOperation<Admin>, Record<string, string>, CashHolder | null];
const SHORT = { amount: "700", reason: "Not there" };
const CASH: CashForm[] = [
  ["a shortage", recordDifference, { ...SHORT, difference: "shortage" }, null],
  ["an overage", recordDifference, { ...SHORT, difference: "overage" }, null],
  ["a correction", correctCash, { ...SHORT, way: "less" }, null],
  ["change", moveChange, { amount: "700", hub: IKJ.id, way: "out" }, null],
  ["a count", payIn, { n1000: "1", whole: "part", hub: IKJ.id }, null],
  ["an expense", recordExpense, { ...SHORT, approver: cashier.memberId }, hub],
  ["a shortage of a hub", recordDifference, { ...SHORT, difference: "shortage" }, hub],
];

test.each(CASH)(
  "[CASH-14] of those who enter %s from one page one is recorded, and the others are asked",
  async (_name, operation, form, of) => {
    const holder = of ?? (await rider());
    await transact(db, (tx) =>
      addCash({ tx, act: actBy(tx, "Test", services.now()) }, [{ holder, kind: "change", kobo: kobo(5000) }]),
    );
    await twoFromOnePage(opened, {
      operation,
      form: { ...holder, ...form },
      seen: async () => (await cashOf(db, holder)).lastEntry,
      people,
      count: () => db.$count(cashEntries, eq(cashEntries.holderId, holder.id)),
    });
  },
);

test("[CASH-14] what a rider collects meanwhile asks nobody but who counts all of it", async () => {
  const holder = await rider();
  const { id: bookingId } = await bookOne(opened);
  const seen = String((await cashOf(db, holder)).lastEntry);
  await transact(db, (tx) =>
    addCash({ tx, act: actBy(tx, "Test", services.now()) }, [
      { holder, kind: "collected", kobo: kobo(2000), part: "delivery", bookingId },
    ]),
  );
  const counted = { ...holder, seen, hub: IKJ.id, n1000: "2" };
  expect(await payIn.receive(services, cashier, counted, crypto.randomUUID())).toMatchObject({
    errors: { another: expect.stringContaining("Collected of ₦2,000") },
  });
  const short = { ...holder, ...SHORT, seen, difference: "shortage" };
  expect(await recordDifference.receive(services, cashier, short, crypto.randomUUID())).toEqual({ ok: true });
});

test("[CASH-5] one bank slip at two hubs at the same moment is recorded once, and the other is told", async () => {
  for (let round = 0; round < times(3, 20); round++) {
    const reference = `SLIP${++slips}`;
    const sent = await Promise.all(
      [IKJ, KAN, IKJ, KAN].map(async ({ id }) => {
        const seen = (await cashOf(db, { kind: "hub", id })).lastEntry;
        return recordDeposit(
          services,
          cashier,
          { kind: "hub", id, amount: 700, reference, seen, another: Number.MAX_SAFE_INTEGER },
          crypto.randomUUID(),
        );
      }),
    );
    expect(sent.filter(({ ok }) => ok)).toHaveLength(1);
    for (const one of sent.filter(({ ok }) => !ok))
      expect(one).toMatchObject({ code: "conflict", reason: "reference_recorded" });
  }
});

test("[PAY-8] of those who enter a payment or a price from one page one is recorded, and the others are asked", async () => {
  const { id, trackingCode: code } = await bookOne(opened);
  const form = { code };
  await twoFromOnePage(opened, {
    operation: recordPayment,
    form: { ...form, method: "cash", amount: "700", holder: "" },
    seen: () => moneySeen(db, id),
    people,
    count: () => db.$count(payments, eq(payments.bookingId, id)),
  });
  await twoFromOnePage(opened, {
    operation: setPrice,
    form: { ...form, price: "9000" },
    seen: async () => (await chargesOf(db, id))[0]!.id,
    people: [superAdmin, superAdmin],
    count: () => db.$count(bookingCharges, eq(bookingCharges.bookingId, id)),
  });
});

test("[PAY-8] of those who enter a collection or a payout from one page one is recorded, and the others are asked", async () => {
  const customer = await makePayee(opened);
  const { id, code } = await bookCollect(opened, customer, 10_000);
  await twoFromOnePage(opened, {
    operation: recordCollection,
    form: { code, method: "cash", amount: "700", reason: "could_not_pay", holder: "" },
    seen: () => moneySeen(db, id),
    people,
    count: () => db.$count(settlementEntries, eq(settlementEntries.bookingId, id)),
  });
  await collectCash(opened, cashier, code, kobo(8000));
  const payee = (await readOwnPayee(db, customer))!.id;
  const accountSince = (await readPayee(db, payee))!.accountSince!.toISOString();
  const one: AnyOperation<Admin> = {
    operationName: payOut.operationName,
    // Each transfer gets its own reference. A repeated reference would be refused for another reason than the tested
    // one.
    receive: (all, who, sent, key) =>
      payOut.receive(all, who, { ...(sent as object), reference: `FT${++slips}` }, key),
  };
  await twoFromOnePage(opened, {
    operation: one,
    form: { id: payee, amount: "700", accountSince },
    seen: () => newestEntryId(db, payee),
    people: [superAdmin, superAdmin],
    count: () => db.$count(settlementEntries, eq(settlementEntries.payeeId, payee)),
  });
});
