/** Receiving pieces by late, repeated or simultaneous scans, and undoing a scan, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { bookOne } from "../../../test/fixtures/bookings.ts";
import { bookedAt, recountRoad, runNow } from "../../../test/fixtures/road.ts";
import { HOUR, key, openRoadScans } from "../../../test/fixtures/road-scans.ts";
import { formatTimeNear } from "../../domain/dates.ts";
import { bookingEvents, bookings, custodyEntries, exceptions, runPieces } from "../../platform/db/schema.ts";
import { undoReceive } from "./undo-receive.server.ts";

const road = await openRoadScans();
const { opened, services, clock, db, desk, IKJ, KAN, ABJ } = road;
const { scan, receive, sendOut, delivery, linehaul, pieceOf, exceptionsOf } = road;

test("[SCAN-7] [SCAN-5] a scan that waited is dated when it was made: what happened since stands, and nothing is dated before its booking", async () => {
  const { booking, pieceIds } = await bookedAt(opened, desk, IKJ.id);
  clock.pass(10 * 60_000);
  const scannedAt = clock.now();
  const run = await delivery();
  clock.pass(10 * 60_000);
  await sendOut(run, pieceIds);
  const late = await receive(booking.trackingCode, KAN, {
    agedMs: clock.now().getTime() - scannedAt.getTime(),
  });
  const since = formatTimeNear((await runNow(opened, run.id)).sealedAt!, clock.now());
  expect(late).toMatchObject({
    word: "Kept",
    text: `Kept for ${formatTimeNear(scannedAt, clock.now())}. Newer: with a rider since ${since}.`,
    tone: "same",
  });
  expect(await pieceOf(booking)).toMatchObject({ holderKind: "rider" });
  const [place] = await db.select().from(runPieces).where(eq(runPieces.runId, run.id));
  expect(place).toMatchObject({ outcome: null });
  expect(await exceptionsOf(booking)).toEqual([]);

  const fresh = await bookOne(opened);
  const early = await receive(fresh.trackingCode, IKJ, { agedMs: 3 * HOUR });
  expect(early).toMatchObject({
    word: "Right",
    text: `For Kano (KAN): linehaul. Dated ${formatTimeNear(fresh.createdAt, clock.now())}, when it was booked.`,
  });
  expect(await pieceOf(fresh)).toMatchObject({ heldSince: fresh.createdAt });
  expect(await recountRoad(opened)).toEqual([]);
});

test("[SCAN-7] of two clerks who receive a piece at once one takes it in and the other finds it here; the same scan sent twice counts once", async () => {
  const { trackingCode: code, id } = await bookOne(opened);
  const both = await Promise.all([receive(code, IKJ), receive(code, IKJ)]);
  expect(both.map(({ word }) => word).toSorted()).toEqual(["Already here", "Right"]);
  const again = key();
  const other = await bookOne(opened);
  const first = await scan("receive", other.trackingCode, { hub: IKJ.id }, again);
  expect(await scan("receive", other.trackingCode, { hub: IKJ.id, agedMs: 30_000 }, again)).toEqual(first);
  for (const booking of [{ id }, other])
    expect(await db.$count(custodyEntries, eq(custodyEntries.pieceId, (await pieceOf(booking)).id))).toBe(1);
});

test("[SCAN-4] an undo gives the piece back to who had it, onto its run, and closes what the scan had opened; not after it moved again", async () => {
  const { booking, pieceIds } = await bookedAt(opened, desk, IKJ.id);
  const run = await linehaul(IKJ, KAN);
  await sendOut(run, pieceIds);
  const before = await pieceOf(booking);
  const done = await receive(booking.trackingCode, ABJ);
  clock.pass(1000);
  const entry = (done.back as { entry: number }).entry;
  expect(await undoReceive(services, desk, { entry }, key())).toMatchObject({ ok: true });
  expect(await pieceOf(booking)).toEqual(before);
  const [place] = await db.select().from(runPieces).where(eq(runPieces.runId, run.id));
  expect(place).toMatchObject({ outcome: null, endedAt: null });
  const [open] = await db.select().from(exceptions).where(eq(exceptions.bookingId, booking.id));
  expect(open).toMatchObject({ kind: "extra", closeReason: "no_fault" });
  const events = await db
    .select({ kind: bookingEvents.kind })
    .from(bookingEvents)
    .where(eq(bookingEvents.bookingId, booking.id))
    .orderBy(bookingEvents.id);
  expect(events.slice(-2).map(({ kind }) => kind)).toEqual(["arrived_at_hub", "undone"]);
  expect(await undoReceive(services, desk, { entry }, key())).toMatchObject({
    ok: false,
    reason: "not_undone",
  });

  const other = await bookOne(opened);
  const taken = await receive(other.trackingCode, IKJ);
  clock.pass(HOUR);
  await receive(other.trackingCode, KAN);
  expect(
    await undoReceive(services, desk, { entry: (taken.back as { entry: number }).entry }, key()),
  ).toMatchObject({ ok: false, reason: "not_undone" });
  const pending = await bookOne(opened);
  const first = await receive(pending.trackingCode, IKJ);
  await undoReceive(services, desk, { entry: (first.back as { entry: number }).entry }, key());
  const [row] = await db.select().from(bookings).where(eq(bookings.id, pending.id));
  expect(row).toMatchObject({ status: "pending" });
  expect(await recountRoad(opened)).toEqual([]);
});
