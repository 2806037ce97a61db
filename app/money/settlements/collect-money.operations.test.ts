/**
 * Money taken at the receiver's door, on a real database: cash account, payment and collection at once, and transfers
 * that dispatch confirms.
 */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { acting } from "../../../test/fixtures/acts.ts";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import { wrongCash } from "../../../test/fixtures/cash-recount.ts";
import { lastOne, readOne } from "../../../test/fixtures/exceptions.ts";
import { publishSamples } from "../../../test/fixtures/prices.ts";
import { wrongBalances } from "../../../test/fixtures/recount.ts";
import { makeHubs, makeRider } from "../../../test/fixtures/road.ts";
import { bookCollect, makePayee, NAIRA } from "../../../test/fixtures/settlements.ts";
import { openWithStaff } from "../../../test/fixtures/staff.ts";
import { asSystem } from "../../access/actors.server.ts";
import { moneyIn, moneyNotFound } from "../../care/exceptions/transfer-steps.server.ts";
import { bookings, cashEntries, exceptions, payees } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { lagosDay } from "../../domain/dates.ts";
import { cashOf } from "../cash-ledger/cash-account.server.ts";
import { addCash } from "../cash-ledger/cash-ledger.server.ts";
import { doorOf } from "../payments/door.server.ts";
import { readCollection, reverseCollection } from "./collections.server.ts";
import { transfersOf } from "./door-transfers.server.ts";
import { readOwnPayee } from "./payees.server.ts";
import { listPayable } from "./payout-batch.server.ts";
import { newestEntryId } from "./newest-entry.server.ts";
import { payOut } from "./payouts.server.ts";
import { rollUpMoneyChanges } from "../reports/roll-up-money.server.ts";
import { remittanceKept } from "../reports/remittance.server.ts";
import { collectMoney, type DoorTaken } from "./collect-money.server.ts";

const { opened, services, db, superAdmin } = await openWithStaff(100_000);
await publishSamples(opened);
const { IKJ } = await makeHubs(opened, "IKJ");
const musa = await makeRider(opened, IKJ.id);
const holder = { kind: "rider" as const, id: musa.id };
const cashier = await makeAdmin(opened, "cashier");
const key = () => crypto.randomUUID();

const GOODS = 25_000 * NAIRA;
const FEE = 375 * NAIRA;
const DELIVERY = 6450 * NAIRA;

/** Makes a delivered booking whose receiver pays for the goods and the delivery. */
async function bookBoth() {
  const payee = await makePayee(opened);
  const booked = await bookCollect(opened, payee, 25_000);
  await db.update(bookings).set({ paysDelivery: "receiver" }).where(eq(bookings.id, booked.id));
  return { ...booked, payee };
}
const take = (bookingId: string, amountKobo: number, more: Partial<DoorTaken> = {}) =>
  transact(db, (tx) =>
    collectMoney(acting({ services, tx, actor: asSystem("Rider's phone"), at: services.now() }), {
      holder,
      bookingId,
      amountKobo,
      occurredAt: services.now(),
      method: "cash",
      runId: null,
      ...more,
    }),
  );
const entriesOf = (id: string) =>
  db.select().from(cashEntries).where(eq(cashEntries.bookingId, id)).orderBy(cashEntries.id);
const payeeOf = async ({ payee }: Awaited<ReturnType<typeof bookBoth>>) => {
  const { id } = (await readOwnPayee(db, payee))!;
  const [row] = await db.select().from(payees).where(eq(payees.id, id));
  return row!;
};

test("[CASH-2] what a deed says was taken is in the rider's account, pays the delivery, and is owed to the sender", async () => {
  const booked = await bookBoth();
  const before = await cashOf(db, holder);
  expect(await take(booked.id, DELIVERY + GOODS)).toEqual({
    deliveryKobo: DELIVERY,
    codKobo: GOODS,
    overKobo: 0,
  });
  expect((await cashOf(db, holder)).balanceKobo).toBe(before.balanceKobo + DELIVERY + GOODS);
  expect(await entriesOf(booked.id)).toMatchObject([
    { kind: "collected", part: "delivery", kobo: DELIVERY, holderId: musa.id },
    { kind: "collected", part: "goods", kobo: GOODS, holderId: musa.id },
  ]);
  expect((await doorOf(db, { id: booked.id }))!.door.totalKobo).toBe(0);
  expect(await payeeOf(booked)).toMatchObject({ owedKobo: GOODS - FEE, heldKobo: GOODS - FEE });
});

test("[CASH-2] it is never refused: less leaves the rest to be collected, more opens a cash difference", async () => {
  const less = await bookBoth();
  await take(less.id, DELIVERY + 10_000 * NAIRA, { note: "Ada at the shop agreed" });
  expect((await doorOf(db, { id: less.id }))!.door).toMatchObject({ codKobo: 15_000 * NAIRA });
  const more = await bookBoth();
  expect(await take(more.id, DELIVERY + GOODS + 500 * NAIRA)).toMatchObject({ overKobo: 500 * NAIRA });
  expect((await entriesOf(more.id)).map(({ part }) => part)).toEqual(["delivery", "goods", "over"]);
  expect(await lastOne(opened)).toMatchObject({ kind: "cash_difference", bookingId: more.id });
  const nothing = await bookBoth();
  await take(nothing.id, 0, { reason: "refused" });
  expect(await entriesOf(nothing.id)).toEqual([]);
});

test("[CASH-2] a collection that is reversed is taken out of the rider's account, too", async () => {
  const booked = await bookBoth();
  const before = await cashOf(db, holder);
  await take(booked.id, DELIVERY + GOODS);
  const { entries } = (await readCollection(db, booked.id))!;
  const input = { code: booked.code, entryId: entries[0]!.id, reversalReason: "Entered on the wrong parcel" };
  expect(await reverseCollection(services, superAdmin, input, key())).toEqual({ ok: true });
  expect((await cashOf(db, holder)).balanceKobo).toBe(before.balanceKobo + DELIVERY);
  expect(await payeeOf(booked)).toMatchObject({ owedKobo: 0, heldKobo: 0 });
});

test("[CASH-9] a transfer is no cash: the desk is asked, and 'Money is in' pays delivery and goods, payable at once", async () => {
  const booked = await bookBoth();
  const before = await cashOf(db, holder);
  await take(booked.id, DELIVERY + GOODS, { method: "transfer" });
  await take(booked.id, DELIVERY + GOODS, { method: "transfer" });
  expect(await cashOf(db, holder)).toEqual(before);
  const asked = await db.select().from(exceptions).where(eq(exceptions.bookingId, booked.id));
  expect(asked).toMatchObject([{ kind: "transfer_to_confirm", closedAt: null }]);
  const state = async () => (await transfersOf(db, [booked.id])).get(booked.id);
  expect(await state()).toMatchObject({ kobo: DELIVERY + GOODS, state: "waiting" });
  const { id, version } = asked[0]!;
  const input = { id, version, note: "", reference: "FT 77" };
  const support = await makeAdmin(opened, "support");
  expect(await moneyIn.receive(services, support, input, key())).toMatchObject({ code: "forbidden" });
  expect(await moneyIn.receive(services, cashier, input, key())).toMatchObject({ ok: true });
  expect(await state()).toMatchObject({ state: "paid" });
  expect(await moneyIn.receive(services, cashier, input, key())).toMatchObject({ code: "conflict" });
  expect((await doorOf(db, { id: booked.id }))!.door.totalKobo).toBe(0);
  expect(await payeeOf(booked)).toMatchObject({ owedKobo: GOODS - FEE, heldKobo: 0 });
  // The rider's deed arrives after dispatch has confirmed the money, and finds that nothing remains to be paid.
  await take(booked.id, DELIVERY + GOODS, { method: "transfer" });
  expect(await db.$count(exceptions, eq(exceptions.bookingId, booked.id))).toBe(1);
});

test("[CASH-9] 'Not found' reaches the phone, and nothing is recorded", async () => {
  const booked = await bookBoth();
  await take(booked.id, GOODS, { method: "transfer" });
  const { id, version } = await lastOne(opened);
  expect(
    await moneyNotFound.receive(services, cashier, { id, version, note: "Nothing since noon" }, key()),
  ).toMatchObject({ ok: true });
  expect(await readOne(opened, id)).toMatchObject({ closeReason: "money_not_found" });
  expect((await transfersOf(db, [booked.id])).get(booked.id)).toMatchObject({ state: "not_found" });
  expect((await doorOf(db, { id: booked.id }))!.door.totalKobo).toBe(DELIVERY + GOODS);
});

test("[CASH-1] [CASH-3] after all of it the accounts equal a recount", async () => {
  expect(await wrongCash(db)).toEqual([]);
  expect(await wrongBalances(db)).toEqual([]);
});

test("[CASH-10] [SETTLE-3] payouts go up to what was paid in, and the promise counts the days from then", async () => {
  const booked = await bookBoth();
  await take(booked.id, DELIVERY + GOODS);
  const { id: payeeId, accountSince } = await payeeOf(booked);
  const pay = async (amount: number) =>
    payOut(
      services,
      superAdmin,
      {
        ...{ id: payeeId, amount, reference: key(), seen: await newestEntryId(db, payeeId) },
        accountSince: accountSince!.toISOString(),
      },
      key(),
    );
  expect(await pay(100)).toMatchObject({ reason: "more_than_payable" });
  expect((await listPayable(db, 100)).map(({ id }) => id)).not.toContain(payeeId);
  const day = lagosDay(services.now());
  const { balanceKobo } = await cashOf(db, holder);
  const addEntries = (entries: Parameters<typeof addCash>[1]) =>
    transact(db, (tx) => addCash(acting({ tx, actor: asSystem("Test"), at: services.now() }), entries));
  const payIn = () =>
    addEntries([
      { holder, kind: "paid_in", kobo: -balanceKobo },
      { holder: { kind: "hub", id: IKJ.id }, kind: "paid_in", kobo: balanceKobo },
    ]);
  await payIn();
  expect((await listPayable(db, 100)).map(({ id }) => id)).toContain(payeeId);
  opened.clock.pass(3 * 24 * 3_600_000);
  expect(await pay(GOODS - FEE)).toEqual({ ok: true });
  const to = lagosDay(services.now());
  expect(await remittanceKept(db, { from: day, to }, 2)).toEqual({ paid: 1, inTime: 0 });
  const kept = { paid: 1, inTime: 1 };
  expect(await remittanceKept(db, { from: day, to }, 3)).toEqual(kept);
  await rollUpMoneyChanges(db);
  expect(await remittanceKept(db, { from: day, to }, 3)).toEqual(kept);
  // After a surplus is recorded, the rider owes cash again, so the collection counts as unpaid. Once the rider has paid
  // in again, the collection counts on the day of that pay-in.
  await addEntries([
    { holder, kind: "overage", kobo: balanceKobo, reason: "Miscounted", approvedByName: "Ada" },
  ]);
  expect(await remittanceKept(db, { from: day, to }, 3)).toEqual({ paid: 0, inTime: 0 });
  await rollUpMoneyChanges(db);
  await payIn();
  expect(await remittanceKept(db, { from: day, to }, 0)).toEqual(kept);
});
