/** Failed deliveries that are back in a hub go out again, on a real database. */
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { SOME_ACT } from "../../../test/fixtures/acts.ts";
import { makeAdmin } from "../../../test/fixtures/bookings.ts";
import {
  bookedAt,
  makeHubs,
  makeRider,
  makeRun,
  receiveAt,
  sendRunOut,
} from "../../../test/fixtures/road.ts";
import { fileServices } from "../../../test/fixtures/file-services.ts";
import { lagosDay } from "../../domain/dates.ts";
import { bookingEvents, bookings, exceptions, pieces, runs } from "../../platform/db/schema.ts";
import { recordAttempted } from "../entries/run-deeds.server.ts";
import { putOnRunAgain, runsAhead } from "./put-on-run.server.ts";
import { readReattempts } from "./read-reattempts.server.ts";

const { opened, services, clock, db } = await fileServices();
const desk = await makeAdmin(opened, "dispatcher");
const { IKJ, KAN } = await makeHubs(opened, "IKJ", "KAN");
const rider = await makeRider(opened, IKJ.id);
const HOUR = 3_600_000;
const key = () => crypto.randomUUID();

/** Pieces that were sent out, not delivered, and scanned back into the hub. */
async function failedOnce(pieceIds: string[]) {
  const { id } = await makeRun(opened, desk, { kind: "delivery", hub: IKJ.id, rider: rider.id });
  await sendRunOut(opened, desk, id, pieceIds);
  clock.pass(HOUR);
  await recordAttempted(services, desk, { run: id, pieces: pieceIds, reason: "nobody_home" }, key());
  expect(await readReattempts(db, {})).not.toContainEqual(expect.objectContaining({ pieceId: pieceIds[0] }));
  clock.pass(HOUR);
  await receiveAt(opened, desk, IKJ.id, pieceIds);
}

/** A planned delivery run of tomorrow. */
async function runOfTomorrow(hub: string) {
  const { id } = await makeRun(opened, desk, { kind: "delivery", hub });
  const day = lagosDay(new Date(clock.now().getTime() + 24 * HOUR));
  await db.update(runs).set({ day }).where(eq(runs.id, id));
  return id;
}

test("[TRIP-21] what failed is listed once a hub has it, with its attempts, and goes on a run of the next day", async () => {
  const { booking, pieceIds } = await bookedAt(opened, desk, IKJ.id);
  const other = await bookedAt(opened, desk, IKJ.id);
  await failedOnce(pieceIds);
  const waiting = await readReattempts(db, { hubId: IKJ.id });
  expect(waiting).toMatchObject([
    { booking: booking.trackingCode, attempts: 1, reason: "nobody_home", hub: "Ikeja" },
  ]);
  expect(await readReattempts(db, { hubId: KAN.id })).toEqual([]);

  const tomorrow = await runOfTomorrow(IKJ.id);
  expect((await runsAhead(db, clock.now())).map(({ id }) => id)).toEqual([tomorrow]);
  const put = (run: string, ids: string[]) => putOnRunAgain(services, desk, { run, pieces: ids }, key());
  // Only failed parcels are put on the run. A run of another hub does not accept pieces of this hub.
  expect(await put(tomorrow, other.pieceIds)).toMatchObject({ ok: false, reason: "none_of_run" });
  expect(await put(await runOfTomorrow(KAN.id), pieceIds)).toMatchObject({ ok: false });
  expect(await put(tomorrow, [...pieceIds, ...other.pieceIds])).toMatchObject({ ok: true, put: 1 });
  expect(await readReattempts(db, {})).toEqual([]);
  const events = await db.select().from(bookingEvents).where(eq(bookingEvents.bookingId, booking.id));
  expect(events.at(-1)).toMatchObject({ kind: "rescheduled", runId: tomorrow });
  const [now] = await db.select().from(bookings).where(eq(bookings.id, booking.id));
  expect(now!.status).toBe("in_transit");
});

test("[TRIP-21] what goes back to its sender is not tried again", async () => {
  const { pieceIds } = await bookedAt(opened, desk, IKJ.id);
  await failedOnce(pieceIds);
  await db.update(pieces).set({ returning: true }).where(eq(pieces.id, pieceIds[0]!));
  expect(await readReattempts(db, {})).toEqual([]);
});

test("[TRIP-21] a new run of tomorrow takes them in one act; what the sender is asked about is left to the exceptions", async () => {
  const [one, two] = [await bookedAt(opened, desk, IKJ.id), await bookedAt(opened, desk, IKJ.id)];
  await failedOnce([...one.pieceIds, ...two.pieceIds]);
  await db.insert(exceptions).values({
    actId: SOME_ACT,
    kind: "refused",
    subject: `booking ${two.booking.id}`,
    bookingId: two.booking.id,
    openedAt: clock.now(),
    openedByName: "Desk",
    dueAt: clock.now(),
  });
  const waiting = await readReattempts(db, { hubId: IKJ.id });
  expect(new Map(waiting.map(({ booking, asksSender }) => [booking, asksSender]))).toEqual(
    new Map([
      [one.booking.trackingCode, false],
      [two.booking.trackingCode, true],
    ]),
  );
  const pieceIds = [...one.pieceIds, ...two.pieceIds];
  const put = (form: { run: string; hub?: string; rider?: string }) =>
    putOnRunAgain(services, desk, { ...form, pieces: pieceIds }, key());
  expect(await put({ run: "new" })).toMatchObject({ errors: { run: "Choose a run" } });
  expect(await put({ run: "new", hub: IKJ.id, rider: rider.id })).toMatchObject({ ok: true, put: 1 });
  const day = lagosDay(new Date(clock.now().getTime() + 24 * HOUR));
  const made = (await db.select().from(runs).where(eq(runs.day, day))).filter(
    ({ riderId }) => riderId === rider.id,
  );
  expect(made).toMatchObject([{ kind: "delivery", state: "planned", hubId: IKJ.id }]);
  expect((await readReattempts(db, { hubId: IKJ.id })).map(({ booking }) => booking)).toEqual([
    two.booking.trackingCode,
  ]);
});
