/** TRIP-15: the office enters a pickup: how many pieces the rider took. */
import type { Corrections } from "../../domain/event-kinds.ts";
import { and, eq, gt, sql } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { lockBooking, logBookingChange } from "../../parcels/bookings/change-booking.server.ts";
import { isWithSender } from "../../parcels/bookings/with-sender.server.ts";
import { openExceptions, type NewException } from "../../notifications/open-exception.server.ts";
import { addEvents, deedTopics } from "../../history/add-events.server.ts";
import { pieces, runPieces } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { aboutBooking } from "./entered-meanwhile.server.ts";
import { lockRun, runTopics, type LockedRun } from "../runs/lock-run.server.ts";
import { isStillOnRun, piecesOfRun, type PieceOfRun } from "../runs/pieces-of-run.server.ts";
import { refuse } from "../runs/messages.ts";
import { atStop, idsOf, pickUp, type DeedWork } from "./run-deeds.server.ts";
import { countPickupForm } from "../runs/run-forms.ts";
import { takeMoney, amountRefusal, type MoneyTaken } from "./take-money.server.ts";

/**
 * Finds the pieces of a booking that the rider may have taken, in order of number. Pieces that a hub already received
 * are included.
 */
const toFetch = ({ tx }: DeedWork, run: LockedRun, bookingId: string) =>
  piecesOfRun(
    tx,
    run.id,
    sql`(${isStillOnRun} or ${runPieces.outcome} = 'arrived') and ${runPieces.loadedAt} is null and ${pieces.bookingId} = ${bookingId}`,
  ).then((rows) => rows.toSorted((a, b) => a.number - b.number));

/**
 * Records how many pieces of a booking the rider took. If that is the booked number, the pieces are picked up. For any
 * other number, the form must choose one of two ways:
 * - 'correct': the booking gets the counted number, and its sender gets a mail. Refused unless the sender still has all
 *   pieces.
 * - 'record': the booking stays, and exceptions are opened: one for each missing piece, or one for all extra pieces.
 *
 * The money of a sender who pays at the pickup is recorded (CASH-2). Also refuses what `recordDelivered` refuses.
 */
export const countPickup = operation({
  name: "runs.count_pickup",
  by: staff("workHub"),
  act: "picked_up",
  input: countPickupForm,
  varying: ["agedMs"],
  on: lockRun,
  meanwhile: aboutBooking,
  run: async (work, { booking, count, difference, collected, transferred, ...time }, run) => {
    if (run.kind !== "pickup") return refuse("conflict", "none_of_run");
    const before = await toFetch(work, run, booking);
    const first = before[0];
    if (!first) return refuse("conflict", "none_of_run");
    const differs = count !== before.length;
    if (differs && difference === "")
      return refuse("conflict", "counted_otherwise", { booked: before.length, counted: count });
    const wrong = differs && difference === "correct" ? await correct(work, run, before, count) : null;
    if (wrong) return wrong;
    const there = differs && difference === "correct" ? await toFetch(work, run, booking) : before;
    const found = await atStop(work, run, {
      ...time,
      pieces: idsOf(there.slice(0, count)),
      does: "changed like this",
    });
    if (!found.ok) return found;
    const money: MoneyTaken = { collected, transferred, less: null };
    const tooMuch = await amountRefusal(work, run, found.there, money);
    if (tooMuch) return tooMuch;
    const done = await pickUp(work, run, found);
    if (!done.ok) return done;
    await takeMoney(work, run, found, money);
    if (differs && difference === "record") await openDifference(work, run, before, count);
    return { ok: true, pickedUp: done.pickedUp, codes: done.codes };
  },
  publish: (done, input, run) => [
    ...runTopics(done, input, run),
    ...deedTopics(done.codes),
    "exceptions",
    "money",
  ],
});

/** Corrects the booking's number of pieces. Refuses if a piece has already left its sender. */
async function correct(
  work: DeedWork,
  run: LockedRun,
  before: readonly PieceOfRun[],
  count: number,
): Promise<Refusal | null> {
  const { tx, at } = work;
  const { bookingId, stop, pieces: booked } = before[0]!;
  const booking = await lockBooking(work, { id: bookingId });
  if ("ok" in booking) return booking;
  if (before.length !== booked || !(await isWithSender(tx, bookingId)))
    return refuse("conflict", "not_with_sender");
  const changes: Corrections = { Pieces: [String(booked), String(count)] };
  await addEvents(work, [{ bookingId, kind: "corrected", changes, set: { pieces: count } }]);
  await logBookingChange(work, booking, `${booked} pieces booked, ${count} counted on ${run.name}`);
  const added = await tx
    .select({ pieceId: pieces.id })
    .from(pieces)
    .where(and(eq(pieces.bookingId, bookingId), gt(pieces.number, booked)));
  if (added.length > 0)
    await tx
      .insert(runPieces)
      .values(added.map(({ pieceId }) => ({ runId: run.id, pieceId, stop, assignedAt: at })));
  return null;
}

/** Opens the exceptions for a difference: one for each missing piece, or one for all extra pieces. */
async function openDifference(
  { tx, act }: DeedWork,
  run: LockedRun,
  before: readonly PieceOfRun[],
  counted: number,
): Promise<void> {
  const { bookingId } = before[0]!;
  const about = {
    bookingId,
    runId: run.id,
    hubId: run.hubId,
    note: `Booked ${before.length}, counted ${counted} when ${run.name} picked up`,
    details: { booked: before.length, counted },
  };
  const found: NewException[] =
    counted > before.length
      ? [{ ...about, kind: "extra" }]
      : before.slice(counted).map(({ pieceId }) => ({ ...about, kind: "missing", pieceId }));
  await openExceptions(tx, found, act);
}
