/** The undo of entries that the office made by mistake for a rider, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { bookedAt, piecesOf, receiveAt, recountRoad } from "../../../test/fixtures/road.ts";
import { HOUR, key, makeRunDesk } from "../../../test/fixtures/run-desk.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { bookings, exceptions } from "../../platform/db/schema.ts";
import { readReattempts } from "../reattempts/read-reattempts.server.ts";
import { countPickup } from "./count-pickup.server.ts";
import { readPiecesOfRun } from "../runs/page/read-run.server.ts";
import { recordAllHere } from "./rest-of-run.server.ts";
import { recordAttempted, recordDelivered } from "./run-deeds.server.ts";
import { reconcileRun, runReturned } from "../runs/send-and-close-run.server.ts";
import { newestEntry } from "../runs/page/run-page.ts";
import { undoEntry } from "./undo-entry.server.ts";

const { opened, services, clock, db } = await fileServices();
const { desk, IKJ, musa, seen, outWith, pickupOf, statusOf, kindsOf, outFor } = await makeRunDesk(opened);

type Run = Parameters<typeof readPiecesOfRun>[1];
/** The newest entry of a booking's stop, as the page shows it. */
async function entryOf(run: Run, bookingId: string) {
  const all = await readPiecesOfRun(db, run);
  const stop = all.find((piece) => piece.bookingId === bookingId)!.stop;
  return newestEntry(
    run.kind as "delivery",
    all.filter((piece) => piece.stop === stop),
  );
}
async function undo(run: Run, bookingId: string) {
  const event = (await entryOf(run, bookingId))!.event;
  clock.pass(1000);
  return undoEntry(services, desk, { run: run.id, event }, key());
}

test("[TRIP-17] a delivery entered by mistake is undone: the rider has the parcel, and it is on the run", async () => {
  const { run, all, ids } = await outWith(1);
  const { booking } = all[0]!;
  clock.pass(HOUR);
  await recordDelivered(services, desk, { run: run.id, pieces: ids }, key());
  expect(await statusOf(booking.id)).toBe("delivered");
  expect(await undo(run, booking.id)).toMatchObject({ ok: true, undone: 1 });
  const [row] = await db.select().from(bookings).where(eq(bookings.id, booking.id));
  expect(row).toMatchObject({ status: "in_transit", deliveredAt: null });
  expect((await piecesOf(opened, booking.id))[0]).toMatchObject({ holderKind: "rider", holderId: musa.id });
  expect(await readPiecesOfRun(db, run)).toMatchObject([{ outcome: null, end: null }]);
  expect((await kindsOf(booking.id)).slice(-2)).toEqual(["delivered", "undone"]);
  const subjects = async () =>
    (await opened.mails(1)).filter(({ bookingId }) => bookingId === booking.id).map(({ subject }) => subject);
  await expect.poll(subjects).toContainEqual(expect.stringMatching(/^On the way to Kano/));
  expect(await entryOf(run, booking.id)).toBeNull();
  expect(await recountRoad(opened)).toEqual([]);
});

test("[TRIP-17] an undone attempt is not counted, and what it asked the desk is closed", async () => {
  const { run, all, ids } = await outWith(1);
  const { booking } = all[0]!;
  await recordAttempted(services, desk, { run: run.id, pieces: ids, reason: "refused" }, key());
  expect(await undo(run, booking.id)).toMatchObject({ ok: true });
  expect(await statusOf(booking.id)).toBe("in_transit");
  const [asked] = await db.select().from(exceptions).where(eq(exceptions.bookingId, booking.id));
  expect(asked).toMatchObject({ closeReason: "no_fault", closeNote: "The entry was undone" });
  clock.pass(HOUR);
  await recordAttempted(services, desk, { run: run.id, pieces: ids, reason: "nobody_home" }, key());
  clock.pass(HOUR);
  await receiveAt(opened, desk, IKJ.id, ids);
  expect(await readReattempts(db, { pieceIds: ids })).toMatchObject([{ attempts: 1, reason: "nobody_home" }]);
});

test("[TRIP-17] a pickup is undone: its sender has the parcel, and it can be entered again", async () => {
  const booking = await bookOne(opened);
  const { run } = await pickupOf(booking);
  clock.pass(HOUR);
  const pickUp = () => countPickup(services, desk, { run: run.id, booking: booking.id, count: 1 }, key());
  await pickUp();
  expect(await undo(run, booking.id)).toMatchObject({ ok: true });
  expect(await statusOf(booking.id)).toBe("pending");
  expect((await piecesOf(opened, booking.id))[0]).toMatchObject({ holderKind: "sender", holderId: null });
  clock.pass(HOUR);
  expect(await pickUp()).toMatchObject({ ok: true, pickedUp: 1 });
  expect(await recountRoad(opened)).toEqual([]);
});

test("[TRIP-17] one step undoes what was entered in one step, of one stop alone", async () => {
  const { run, all } = await outWith(2);
  const [first, second] = all.map(({ booking }) => booking);
  clock.pass(HOUR);
  const { stop } = (await readPiecesOfRun(db, run))[0]!;
  await recordAllHere(services, desk, { run: run.id, stop }, key());
  const together = await entryOf(run, first!.id);
  expect(together).toMatchObject({ fate: "delivered", pieces: 2 });
  expect(await undo(run, second!.id)).toMatchObject({ ok: true, undone: 2 });
  expect([await statusOf(first!.id), await statusOf(second!.id)]).toEqual(["in_transit", "in_transit"]);
});

test("[TRIP-17] what something newer is known of, and what is on a closed run, is not undone", async () => {
  const { run, all, ids } = await outWith(1);
  const { booking } = all[0]!;
  clock.pass(HOUR);
  await recordAttempted(services, desk, { run: run.id, pieces: ids, reason: "nobody_home" }, key());
  const { event } = (await entryOf(run, booking.id))!;
  clock.pass(HOUR);
  await receiveAt(opened, desk, IKJ.id, ids);
  const again = () => undoEntry(services, desk, { run: run.id, event }, key());
  expect(await again()).toMatchObject({ reason: "not_undone" });
  await runReturned(services, desk, await seen(run.id), key());
  await reconcileRun(services, desk, await seen(run.id), key());
  expect(await again()).toMatchObject({ reason: "wrong_state" });
  const other = await outWith(1);
  expect(await undoEntry(services, desk, { run: other.run.id, event }, key())).toMatchObject({
    reason: "not_undone",
  });
});

test("[TRIP-17] what is newer of a whole booking is newer of its pieces, too", async () => {
  const { booking, pieceIds } = await bookedAt(opened, desk, IKJ.id, { pieces: "2" });
  const run = await outFor(pieceIds);
  clock.pass(HOUR);
  const fails = (pieces: string[]) =>
    recordAttempted(services, desk, { run: run.id, pieces, reason: "nobody_home" }, key());
  await fails(pieceIds.slice(0, 1));
  const { event } = (await entryOf(run, booking.id))!;
  clock.pass(HOUR);
  await fails(pieceIds);
  expect(await undoEntry(services, desk, { run: run.id, event }, key())).toMatchObject({
    reason: "not_undone",
  });
});
