/**
 * The amount that a run still has to collect, and the number of undelivered pieces, are the same on the board and on
 * the run's page. On a real database.
 */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { makeRider, receiveAt, runNow } from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { bookingCharges, bookings, cashOnDelivery, payees } from "../../platform/db/schema.ts";
import { readStops } from "../deeds/read-stops.server.ts";
import { countPickup } from "../entries/count-pickup.server.ts";
import { readPiecesOfRun } from "./page/read-run.server.ts";
import { recordAttempted, recordDelivered } from "../entries/run-deeds.server.ts";
import { leftOf, stopsIn } from "./page/run-page.ts";
import { reconcileRun, runReturned } from "./send-and-close-run.server.ts";
import { readRunsOfDay } from "./runs-of-day.server.ts";
import { undoEntry } from "../entries/undo-entry.server.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, seen, assign, delivery, many, sendOut, outWith, pickupOf } = await makeRunDesk(opened);

/**
 * Returns the amount still to collect and the number of undelivered pieces. Fails if the board and the run's page show
 * different values.
 */
async function onBoth(run: Awaited<ReturnType<typeof delivery>>) {
  const cards = await readRunsOfDay(db, { hubId: IKJ.id, day: run.day, today: run.day });
  const card = cards.find(({ id }) => id === run.id)!;
  const pieces = await readPiecesOfRun(db, run);
  const collects = stopsIn(run.kind, pieces).reduce((sum, { collectKobo }) => sum + collectKobo, 0);
  const left = leftOf(run.kind, pieces).length;
  expect([card.collectKobo, card.stops.reduce((sum, { open }) => sum + open, 0)]).toEqual([collects, left]);
  return { collects, left };
}

test("[TRIP-12] [TRIP-16] board and page of a run collect for what is still open, and for nothing once it is closed", async () => {
  const all = await many(3);
  await db.update(bookings).set({ paysDelivery: "receiver" });
  for (const [n, { booking }] of all.entries())
    await db.insert(bookingCharges).values({
      ...{ bookingId: booking.id, kind: "set", lines: [], byName: "Desk" },
      ...{ totalKobo: 100 * 10 ** n, at: clock.now() },
    });
  const run = await delivery((await makeRider(opened, IKJ.id, "Collects")).id);
  const ids = all.map(({ pieceIds }) => pieceIds[0]!);
  await assign(run.id, ids);
  await sendOut(run.id);
  const collects = async () => (await onBoth(run)).collects;
  const [first, second, third] = ids as [string, string, string];
  expect(await collects()).toBe(11_100);
  clock.pass(HOUR);
  const fails = (piece: string) =>
    recordAttempted(services, desk, { run: run.id, pieces: [piece], reason: "nobody_home" }, key());
  expect(await fails(first)).toMatchObject({ ok: true });
  expect(await collects()).toBe(11_000);
  const entry = (await readPiecesOfRun(db, run)).find(({ pieceId }) => pieceId === first)!;
  await undoEntry(services, desk, { run: run.id, event: entry.attempt!.event }, key());
  expect(await collects()).toBe(11_100);
  clock.pass(HOUR);
  await fails(first);
  await fails(second);
  expect(await collects()).toBe(10_000);
  const delivered = { run: run.id, pieces: [third], note: "Ngozi", noPin: "Not asked" };
  expect(await recordDelivered(services, desk, delivered, key())).toMatchObject({ ok: true });
  expect(await collects()).toBe(0);
  await runReturned(services, desk, await seen(run.id), key());
  await receiveAt(opened, desk, IKJ.id, [first, second]);
  expect(
    await reconcileRun(services, desk, { ...(await seen(run.id)), note: "", person: "" }, key()),
  ).toMatchObject({ ok: true });
  expect((await runNow(opened, run.id)).state).toBe("reconciled");
  expect(await collects()).toBe(0);
});

test("[TRIP-12] [TRIP-16] what failed or was picked up is left neither on the board nor on the page of a run", async () => {
  const { run, ids } = await outWith(2);
  const [failed] = ids;
  expect((await onBoth(run)).left).toBe(2);
  clock.pass(HOUR);
  await recordAttempted(services, desk, { run: run.id, pieces: [failed!], reason: "nobody_home" }, key());
  expect((await onBoth(run)).left).toBe(1);
  const booked = [await bookOne(opened), await bookOne(opened)];
  const pickup = (await pickupOf(...booked)).run;
  expect((await onBoth(pickup)).left).toBe(2);
  clock.pass(HOUR);
  const fetched = { run: pickup.id, booking: booked[0]!.id, count: "1" };
  expect(await countPickup(services, desk, fetched, key())).toMatchObject({ ok: true, pickedUp: 1 });
  expect((await onBoth(pickup)).left).toBe(1);
});

test("[TRIP-12] [TRIP-16] [DEED-3] at a pickup, board, page and phone ask the sender who pays there for the delivery alone", async () => {
  const pays = ["sender_pickup", "sender_before", "receiver", "sender_pickup"] as const;
  const booked = await Promise.all(pays.map(() => bookOne(opened, { pieces: "2" })));
  const [payee] = await db.insert(payees).values({}).returning();
  for (const [n, { id }] of booked.entries()) {
    await db.update(bookings).set({ paysDelivery: pays[n]! }).where(eq(bookings.id, id));
    await db.insert(bookingCharges).values({
      ...{ bookingId: id, kind: "set", lines: [], byName: "Desk" },
      ...{ totalKobo: 100 * 10 ** n, at: clock.now() },
    });
    const fee = { codFeePerMille: 15, codFeeMinimumKobo: 30_000 };
    await db
      .insert(cashOnDelivery)
      .values({ ...fee, bookingId: id, payeeId: payee!.id, amountKobo: 7_000_000 });
  }
  const pickup = (await pickupOf(...booked)).run;
  const onPhone = async () => {
    const { stops } = await readStops(services, await runNow(opened, pickup.id));
    return stops
      .flatMap(({ parcels }) => parcels)
      .filter((parcel) => parcel.pieces.some(({ done }) => done === null))
      .reduce((sum, { deliveryKobo, codKobo }) => sum + deliveryKobo + codKobo, 0);
  };
  expect(await onBoth(pickup)).toEqual({ collects: 100_100, left: 8 });
  expect(await onPhone()).toBe(100_100);
  clock.pass(HOUR);
  const fetched = { run: pickup.id, booking: booked[3]!.id, count: "2" };
  expect(await countPickup(services, desk, fetched, key())).toMatchObject({ ok: true, pickedUp: 2 });
  expect(await onBoth(pickup)).toEqual({ collects: 100, left: 6 });
  expect(await onPhone()).toBe(100);
});
