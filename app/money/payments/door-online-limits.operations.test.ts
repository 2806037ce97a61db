/**
 * ONLINE-5, ONLINE-6: the parcels that may be paid online at the door, the runs that a payment changes, and the
 * payments that staff must resolve, on a real database.
 */
import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { SOME_ACT } from "../../../test/fixtures/acts.ts";
import { closedAfterAll } from "../../../test/fixtures/closed-after-all.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { startTestPaystack } from "../../../test/fixtures/paystack.ts";
import { runNow } from "../../../test/fixtures/road.ts";
import { makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { makePayee } from "../../../test/fixtures/settlements.ts";
import { asGuest } from "../../access/actors.server.ts";
import { ERASED_RECEIVER } from "../../domain/erased.ts";
import {
  activityLogs,
  bookingEvents,
  bookings,
  cashOnDelivery,
  onlinePayments,
  pieces,
  runPieces,
  runs,
} from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { setPrice } from "../prices/set-price.server.ts";
import { readOwnPayee } from "../settlements/payees.server.ts";
import { lockRunsWith, openDoorOf, paidOnlineOf } from "./door-online.server.ts";
import { listToPayBack } from "./list-to-pay-back.server.ts";
import { payAtDoorOf, startDoorPayment } from "./pay-at-door.server.ts";
import { settleOnline } from "./settle-online.server.ts";
import { noteReturns, settleReturns } from "./settle-returns.server.ts";

const provider = await closedAfterAll(startTestPaystack());
const { opened, services, clock, db } = await fileServices({ limitsFactor: 1000, paystack: provider.access });
const { desk, delivery, assign, many, outWith } = await makeRunDesk(opened);
const customer = await makePayee(opened);
const payeeId = (await readOwnPayee(db, customer))!.id;
const GOODS = 1_000_000;
const PRICE = 500_000;
const WAY = { returnTo: "http://localhost:3000/r/x/paid", cancelTo: "http://localhost:3000/r/x" };

let parcel: { id: string; code: string; run: string };
beforeEach(async () => {
  parcel = await outWithGoods();
});
/** A rider is out with a parcel. The receiver must pay for the goods, and for the delivery once it has a price. */
async function outWithGoods() {
  const { run, all } = await outWith(1);
  const { id, trackingCode: code } = all[0]!.booking;
  await db.insert(cashOnDelivery).values({
    ...{ bookingId: id, payeeId, amountKobo: GOODS, createdAt: clock.now() },
    ...{ codFeePerMille: 20, codFeeMinimumKobo: 0 },
  });
  return { id, code, run: run.id };
}
const setBooking = (more: Partial<typeof bookings.$inferInsert>) =>
  db.update(bookings).set(more).where(eq(bookings.id, parcel.id));
const price = async ({ code } = parcel) =>
  setPrice(services, desk, { code, price: PRICE, note: "", seen: 0 }, randomUUID());
const dueNow = async () => (await openDoorOf(db, parcel.id))?.totalKobo ?? null;
const fails = (reason: "nobody_home" | "lost" | "cancelled" | null) =>
  db.insert(bookingEvents).values({
    actId: SOME_ACT,
    ...{ bookingId: parcel.id, kind: reason ? "status_set" : "noted", toStatus: "failed", reason },
    ...{ occurredAt: clock.now(), receivedAt: clock.now(), byName: "Desk" },
  });
async function began({ code, id } = parcel) {
  const started = await startDoorPayment(services, asGuest("127.0.0.1"), { payCode: code, ...WAY });
  expect(started).toMatchObject({ ok: true });
  const row = async () =>
    (await db.select().from(onlinePayments).where(eq(onlinePayments.bookingId, id)))[0]!;
  return { row, transaction: provider.newest() };
}
async function paid(of = parcel) {
  const { row, transaction } = await began(of);
  transaction.status = "success";
  expect(await settleOnline(services, (await row()).id)).toBe("paid");
  return { row, reference: transaction.reference };
}
const versionNow = async () => (await runNow(opened, parcel.run)).version;

test("[ONLINE-5] goods are paid with the delivery of a receiver who pays it; alone where the sender pays", async () => {
  expect(await dueNow()).toBe(GOODS);
  await setBooking({ paysDelivery: "receiver" });
  expect(await dueNow()).toBeNull();
  await price();
  expect(await dueNow()).toBe(PRICE + GOODS);
});

test("[ONLINE-5] a delivered parcel and an erased receiver have nothing to pay online", async () => {
  await setBooking({ status: "delivered", deliveredAt: clock.now() });
  expect(await dueNow()).toBeNull();
  await setBooking({ status: "in_transit", deliveredAt: null, ...ERASED_RECEIVER });
  expect(await dueNow()).toBeNull();
});

test("[ONLINE-5] after a failed attempt a parcel may still be paid; cancelled and lost ones not, until they are found", async () => {
  await setBooking({ status: "failed" });
  for (const [reason, due] of [
    ["nobody_home", GOODS],
    ["cancelled", null],
    ["nobody_home", GOODS],
    ["lost", null],
    [null, null],
  ] as const) {
    await fails(reason);
    expect(await dueNow(), `${reason}`).toBe(due);
  }
  await setBooking({ status: "in_transit" });
  expect(await dueNow()).toBe(GOODS);
});

test("[ONLINE-5] the receipt goes to the receiver's email, where there is one; nothing due and no attempt is nothing to show", async () => {
  await setBooking({ receiverEmail: "chi@example.com" });
  const { transaction } = await began();
  expect(transaction.email).toBe("chi@example.com");
  const other = await outWithGoods();
  await db.delete(cashOnDelivery).where(eq(cashOnDelivery.bookingId, other.id));
  expect(await payAtDoorOf(services, other.id)).toBeNull();
});

test("[ONLINE-5] more than is due when the money comes is for staff, and tells no rider", async () => {
  const { row, transaction } = await began();
  // Meanwhile the amount to collect for the goods is lowered.
  await db
    .update(cashOnDelivery)
    .set({ amountKobo: GOODS - 100 })
    .where(eq(cashOnDelivery.bookingId, parcel.id));
  expect(await paidOnlineOf(db, [parcel.id])).toEqual(new Map());
  const before = await versionNow();
  transaction.status = "success";
  expect(await settleOnline(services, (await row()).id)).toBe("problem");
  expect(await versionNow()).toBe(before);
});

test("[ONLINE-7] riders are told of runs on their way that have the parcel now", async () => {
  const runIds = () => transact(db, (tx) => lockRunsWith(tx, parcel.id));
  const setRun = (more: Partial<typeof runs.$inferInsert>) =>
    db.update(runs).set(more).where(eq(runs.id, parcel.run));
  expect(await runIds()).toEqual([parcel.run]);
  const [waiting] = await many(1);
  await assign((await delivery()).id, waiting!.pieceIds);
  expect(await transact(db, (tx) => lockRunsWith(tx, waiting!.booking.id))).toEqual([]);
  await setRun({ state: "loaded" });
  expect(await runIds()).toEqual([parcel.run]);
  await setRun({ state: "out" });
  const end = { endedAt: clock.now(), outcome: "delivered" as const };
  await db.update(runPieces).set(end).where(eq(runPieces.runId, parcel.run));
  expect(await runIds()).toEqual([]);
});

test("[ONLINE-6] only what was paid for a parcel that goes back is listed, and it is closed once all of it is paid back", async () => {
  const other = parcel;
  const kept = await paid();
  parcel = await outWithGoods();
  const { row, reference } = await paid();
  const list = () => transact(db, (tx) => listToPayBack(tx, parcel.id, "goes_back"));
  await list();
  expect(await row()).toMatchObject({ state: "paid" });
  await db.update(pieces).set({ returning: true }).where(eq(pieces.bookingId, parcel.id));
  await list();
  expect(await row()).toMatchObject({
    ...{ state: "problem", problem: "goes_back", receivedAmount: GOODS, receivedCurrency: "NGN" },
  });
  expect(await kept.row()).toMatchObject({ bookingId: other.id, state: "paid" });
  const before = await versionNow();
  const refund = async (kobo: number) => {
    provider.refund(reference, kobo);
    await noteReturns(services, reference);
    await settleReturns(services, (await row()).id);
  };
  await refund(100);
  expect(await row()).toMatchObject({ closedAt: null, refundedAmount: 100 });
  expect(await versionNow()).toBe(before);
  await refund(GOODS - 100);
  expect(await row()).toMatchObject({ closedAt: clock.now(), closedNote: "Paid back by Paystack" });
  expect(await versionNow()).toBe(before + 1);
  const logged = and(eq(activityLogs.action, "reverse_collection"), eq(activityLogs.entityId, parcel.id));
  expect(await db.$count(activityLogs, logged)).toBe(1);
});
