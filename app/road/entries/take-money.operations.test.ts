/** The amount that a rider collected, entered by the office with a delivery or a pickup, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne, makeAdmin } from "../../../test/fixtures/bookings.ts";
import { wrongCash } from "../../../test/fixtures/cash-recount.ts";
import {
  bookedAt,
  makeHubs,
  makeRider,
  makeRun,
  piecesOf,
  seenRun,
  sendRunOut,
} from "../../../test/fixtures/road.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { moneyIn } from "../../care/exceptions/transfer-steps.server.ts";
import type { PaysDelivery } from "../../domain/pays-delivery.ts";
import { cashOf } from "../../money/cash-ledger/cash-account.server.ts";
import { doorOf } from "../../money/payments/door.server.ts";
import { payOut } from "../../money/settlements/payouts.server.ts";
import {
  bookingCharges,
  bookingEvents,
  bookings,
  cashEntries,
  cashOnDelivery,
  exceptions,
  payees,
  settlementEntries,
} from "../../platform/db/schema.ts";
import { assignPieces } from "../runs/assign-pieces.server.ts";
import { countPickup } from "./count-pickup.server.ts";
import { readPiecesOfRun } from "../runs/page/read-run.server.ts";
import { recordDelivered } from "./run-deeds.server.ts";
import { recordRestDelivered } from "./rest-of-run.server.ts";
import { runOut } from "../runs/send-and-close-run.server.ts";
import { undoEntry } from "./undo-entry.server.ts";

const { opened, services, clock, db } = await fileServices();
const desk = await makeAdmin(opened, "dispatcher");
const superAdmin = await makeAdmin(opened, "super_admin");
const { IKJ } = await makeHubs(opened, "IKJ");
const key = () => crypto.randomUUID();
const GOODS = 2_500_000;

async function onTheRoad(many: number) {
  const musa = await makeRider(opened, IKJ.id);
  const run = await makeRun(opened, desk, { kind: "delivery", hub: IKJ.id, rider: musa.id });
  const [payee] = await db
    .insert(payees)
    .values({ bank: "GTBank", accountName: "Ada", accountNumber: "0123456789", accountSince: clock.now() })
    .returning();
  const made = [];
  for (let n = 0; n < many; n++) {
    const one = await bookedAt(opened, desk, IKJ.id);
    await db.insert(cashOnDelivery).values({
      ...{ bookingId: one.booking.id, payeeId: payee!.id, amountKobo: GOODS, createdAt: clock.now() },
      ...{ codFeePerMille: 0, codFeeMinimumKobo: 0 },
    });
    made.push(one);
  }
  await assignPieces(
    services,
    desk,
    { run: run.id, pieces: made.flatMap(({ pieceIds }) => pieceIds) },
    key(),
  );
  await sendRunOut(opened, superAdmin, run.id);
  return { run, made, holder: { kind: "rider" as const, id: musa.id }, payee: payee! };
}
type Road = Awaited<ReturnType<typeof onTheRoad>>;
const deliver = ({ run }: Road, pieces: readonly string[], more: Record<string, string>) =>
  recordDelivered.receive(
    services,
    desk,
    {
      ...{ run: run.id, note: "Ngozi", noPin: "Not asked", ...more },
      ...Object.fromEntries(pieces.map((id) => [`piece:${id}`, "on"])),
    },
    key(),
  );
const balance = async ({ holder }: Road) => (await cashOf(db, holder)).balanceKobo;

test("[CASH-2] [TRIP-9] what was collected with a delivery is in the rider's account, and owed and not payable", async () => {
  const road = await onTheRoad(1);
  const { pieceIds } = road.made[0]!;
  expect(await deliver(road, pieceIds, { collected: "30,000" })).toMatchObject({
    errors: { collected: expect.any(String) },
  });
  expect(await deliver(road, pieceIds, { collected: "20,000" })).toMatchObject({
    errors: { less: expect.any(String) },
  });
  expect(await deliver(road, pieceIds, { collected: "25,000" })).toMatchObject({ ok: true });
  expect(await balance(road)).toBe(GOODS);
  const [entry] = await db.select().from(cashEntries).where(eq(cashEntries.runId, road.run.id));
  expect(entry).toMatchObject({ kind: "collected", part: "goods", byName: expect.any(String) });
  const [payee] = await db.select().from(payees).where(eq(payees.id, road.payee.id));
  expect(payee).toMatchObject({ owedKobo: GOODS, heldKobo: GOODS });
  const paid = await payOut(
    services,
    superAdmin,
    { id: road.payee.id, amount: GOODS, reference: "FT1", seen: 0, accountSince: clock.now().toISOString() },
    key(),
  );
  expect(paid).toMatchObject({ ok: false });
});

test("[CASH-2] nothing entered records nothing; less with its reason, and 'All others' with the whole sum", async () => {
  const road = await onTheRoad(4);
  const [first, second] = road.made;
  expect(await deliver(road, first!.pieceIds, {})).toMatchObject({ ok: true });
  expect(await balance(road)).toBe(0);
  expect(await deliver(road, second!.pieceIds, { collected: "10,000", less: "could_not_pay" })).toMatchObject(
    { ok: true },
  );
  expect(await balance(road)).toBe(1_000_000);
  const rest = { run: road.run.id, count: "2", noPin: "Not asked", allCollected: "on" };
  expect(await recordRestDelivered.receive(services, desk, rest, key())).toMatchObject({ ok: true });
  expect(await balance(road)).toBe(1_000_000 + 2 * GOODS);
});

test("[CASH-2] [TRIP-17] an entry that is undone takes back what was collected with it", async () => {
  const road = await onTheRoad(1);
  const { booking, pieceIds } = road.made[0]!;
  await deliver(road, pieceIds, { collected: "25,000" });
  clock.pass(1000);
  const events = await db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, booking.id));
  const event = String(events.find(({ kind }) => kind === "delivered")!.id);
  expect(await undoEntry.receive(services, desk, { run: road.run.id, event }, key())).toMatchObject({
    ok: true,
  });
  expect(await balance(road)).toBe(0);
  const [payee] = await db.select().from(payees).where(eq(payees.id, road.payee.id));
  expect(payee).toMatchObject({ owedKobo: 0, heldKobo: 0 });
  expect(await wrongCash(db)).toEqual([]);
});

test("[CASH-11] [TRIP-9] a part in cash and a part by transfer: the one is in the rider's account, the other is asked of dispatch", async () => {
  const road = await onTheRoad(1);
  const { pieceIds, booking } = road.made[0]!;
  expect(await deliver(road, pieceIds, { collected: "10,000", transferred: "16,000" })).toMatchObject({
    errors: { collected: expect.any(String) },
  });
  expect(await deliver(road, pieceIds, { collected: "10,000", transferred: "14,000" })).toMatchObject({
    errors: { less: expect.any(String) },
  });
  expect(await deliver(road, pieceIds, { collected: "10,000", transferred: "15,000" })).toMatchObject({
    ok: true,
  });
  expect(await balance(road)).toBe(1_000_000);
  const open = await db.select().from(exceptions).where(eq(exceptions.bookingId, booking.id));
  expect(open.find(({ kind }) => kind === "transfer_to_confirm")?.details).toEqual({ kobo: 1_500_000 });
  const entries = await db
    .select()
    .from(settlementEntries)
    .where(eq(settlementEntries.bookingId, booking.id));
  expect(entries).toMatchObject([{ method: "cash", grossKobo: 1_000_000, reason: null }]);
  expect(await wrongCash(db)).toEqual([]);
});

/** A pickup run that is out for a booking with cash on delivery. `paysDelivery`: who pays for the delivery. */
async function pickupPaidBy(paysDelivery: PaysDelivery) {
  const musa = await makeRider(opened, IKJ.id);
  const run = await makeRun(opened, desk, { kind: "pickup", hub: IKJ.id, rider: musa.id });
  const booking = await bookOne(opened);
  const { id: bookingId } = booking;
  await db.update(bookings).set({ paysDelivery }).where(eq(bookings.id, bookingId));
  const price = { kind: "set" as const, lines: [], totalKobo: 215_000, at: clock.now(), byName: "Desk" };
  await db.insert(bookingCharges).values({ bookingId, ...price });
  const [payee] = await db.insert(payees).values({}).returning();
  const fee = { codFeePerMille: 0, codFeeMinimumKobo: 0 };
  await db.insert(cashOnDelivery).values({ bookingId, payeeId: payee!.id, amountKobo: GOODS, ...fee });
  const pieces = (await piecesOf(opened, bookingId)).map(({ id }) => id);
  await assignPieces(services, desk, { run: run.id, pieces }, key());
  await runOut(services, desk, await seenRun(opened, run.id), key());
  clock.pass(1000);
  const pickUp = (more: Record<string, string>) =>
    countPickup.receive(services, desk, { run: run.id, booking: bookingId, count: "1", ...more }, key());
  const due = async () => (await readPiecesOfRun(db, run))[0]!.collectKobo;
  return { run, booking, holder: { kind: "rider" as const, id: musa.id }, pickUp, due };
}

test("[CASH-2] [TRIP-15] [TRIP-17] what a sender pays at the pickup is in the rider's account, and goes with the entry", async () => {
  const one = await pickupPaidBy("sender_pickup");
  const balanceNow = async () => (await cashOf(db, one.holder)).balanceKobo;
  expect(await one.pickUp({ collected: "2,151" })).toMatchObject({
    errors: { collected: expect.stringContaining("₦2,150") },
  });
  expect(await one.pickUp({ collected: "1,000", transferred: "650" })).toMatchObject({ ok: true });
  expect([await balanceNow(), await one.due()]).toEqual([100_000, 115_000]);
  const open = await db.select().from(exceptions).where(eq(exceptions.bookingId, one.booking.id));
  expect(open).toMatchObject([{ kind: "transfer_to_confirm", details: { kobo: 65_000 } }]);
  clock.pass(1000);
  const [piece] = await readPiecesOfRun(db, one.run);
  const undone = { run: one.run.id, event: piece!.end!.event };
  expect(await undoEntry(services, desk, undone, key())).toMatchObject({ ok: true });
  expect([await balanceNow(), await one.due()]).toEqual([0, 215_000]);
  expect(await wrongCash(db)).toEqual([]);
});

test("[CASH-9] [TRIP-15] a sender's transfer at the pickup that is in pays the delivery, and nothing of the goods", async () => {
  const one = await pickupPaidBy("sender_pickup");
  expect(await one.pickUp({ transferred: "2,150" })).toMatchObject({ ok: true });
  const [asked] = await db.select().from(exceptions).where(eq(exceptions.bookingId, one.booking.id));
  const { id, version } = asked!;
  const answer = { id, version, note: "", reference: null };
  expect(await moneyIn(services, superAdmin, answer, key())).toMatchObject({ ok: true });
  expect(await one.due()).toBe(0);
  expect((await doorOf(db, { id: one.booking.id }))!.door).toMatchObject({ codKobo: GOODS });
  const [done] = await db.select().from(exceptions).where(eq(exceptions.id, id));
  expect(done).toMatchObject({ closeReason: "money_in", closeNote: null });
});

test("[CASH-2] [TRIP-15] a pickup whose sender does not pay there is entered without money", async () => {
  const one = await pickupPaidBy("sender_before");
  expect(await one.pickUp({ collected: "2,150" })).toMatchObject({
    errors: { collected: expect.any(String) },
  });
  expect(await one.pickUp({})).toMatchObject({ ok: true });
  expect((await cashOf(db, one.holder)).balanceKobo).toBe(0);
});
