/** The sum that a run collects and the pieces that are left, on the board and on its page, on a real database. */
import { expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { makeRider, receiveAt, runNow } from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { bookingCharges, bookings } from "../../platform/db/schema.ts";
import { countPickup } from "./count-pickup.server.ts";
import { readPiecesOfRun } from "./read-run.server.ts";
import { recordAttempted, recordDelivered } from "./run-deeds.server.ts";
import { leftOf, stopsIn } from "./run-page.ts";
import { reconcileRun, runReturned } from "./run-way.server.ts";
import { readRunsOfDay } from "./runs-of-day.server.ts";
import { undoEntry } from "./undo-entry.server.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, seen, assign, delivery, many, sendOut, outWith, pickupOf } = await makeRunDesk(opened);

/** The sum and the number of pieces that are left, which are the same on the board and on the page of the run. */
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
