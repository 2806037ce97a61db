/**
 * TRIP-14: makes one entry for all pieces of a receiver at a stop, or for all pieces of a run that have no entry yet.
 */
import { eq, inArray, isNotNull, sql } from "drizzle-orm";
import { actOf } from "../../access/author.server.ts";
import { staff } from "../../access/by.server.ts";
import { byReceiver } from "../../domain/stop-place.ts";
import { bookings, pieces, runPieces } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { deedsOnRun } from "../runs/deeds-on-run.server.ts";
import { lockRun, type LockedRun } from "../runs/lock-run.server.ts";
import { isStillOnRun, piecesOfRun, placeColumns, type PieceOfRun } from "../runs/pieces-of-run.server.ts";
import { refuse } from "../runs/messages.ts";
import { checkOfficePin, NO_PROOF } from "./office-proof.server.ts";
import { atStop, deliver, deliveredTopics, idsOf, pickUp, type DeedWork } from "./run-deeds.server.ts";
import { restForm, stopForm } from "../runs/run-forms.ts";
import type { MoneyTaken } from "./take-money.server.ts";

/** Returns the pieces on the run that have no entry yet. */
async function leftOn({ tx }: DeedWork, run: LockedRun): Promise<PieceOfRun[]> {
  const loaded = run.kind === "pickup" ? sql`${runPieces.loadedAt} is null` : isNotNull(runPieces.loadedAt);
  const there = await piecesOfRun(tx, run.id, sql`${isStillOnRun} and ${loaded}`);
  const { attempt } = await deedsOnRun(tx, run.id);
  return there.filter((piece) => attempt(piece) === null);
}

/**
 * Returns the pieces at a stop that belong to this booking's receiver (on a pickup, to its sender). A receiver is a
 * phone number at a place. Without a booking, refuses a stop with several receivers.
 */
async function ofOneReceiver(
  { tx }: DeedWork,
  run: LockedRun,
  here: readonly PieceOfRun[],
  bookingId: string | undefined,
): Promise<PieceOfRun[] | Refusal> {
  const atSender = run.kind === "pickup" || sql`${runPieces.returning}`;
  const places = await tx
    .select({ rowId: runPieces.id, bookingId: pieces.bookingId, ...placeColumns(atSender) })
    .from(runPieces)
    .innerJoin(pieces, eq(pieces.id, runPieces.pieceId))
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .where(
      inArray(
        runPieces.id,
        here.map(({ rowId }) => rowId),
      ),
    );
  const receivers = byReceiver(places, (place) => place);
  const own = bookingId
    ? receivers.find((theirs) => theirs.some((one) => one.bookingId === bookingId))
    : receivers[0];
  if (!bookingId && receivers.length > 1) return refuse("conflict", "several_receivers");
  const rows = new Set(own?.map(({ rowId }) => rowId));
  return here.filter(({ rowId }) => rows.has(rowId));
}

/**
 * 'All N here': records all pieces of one receiver at a stop as delivered or picked up, except pieces that have an
 * entry. Refuses what `recordDelivered` refuses. At a stop of several receivers, also refuses a form that names no
 * receiver.
 */
export const recordAllHere = operation({
  name: "runs.all_here",
  by: staff("workHub"),
  act: "delivered",
  input: stopForm,
  varying: ["agedMs"],
  prepare: checkOfficePin,
  on: lockRun,
  run: async (work, { stop, booking, note, pin, noPin, collected, transferred, less, ...time }, run) => {
    const atThisStop = (await leftOn(work, run)).filter((piece) => piece.stop === stop);
    const here = await ofOneReceiver(work, run, atThisStop, booking);
    if ("ok" in here) return here;
    const found = await atStop(work, run, { ...time, pieces: idsOf(here), does: "changed like this" });
    if (!found.ok) return found;
    const pickup = run.kind === "pickup";
    const done = pickup
      ? await pickUp({ ...work, act: actOf(work, "picked_up") }, run, found)
      : await deliver(work, run, found, { note, pin, noPin, money: { collected, transferred, less } });
    return done.ok ? { ok: true, pieces: here.length, pickup, codes: done.codes } : done;
  },
  publish: ({ codes }, _, run) => deliveredTopics(codes, run),
});

/**
 * 'All others delivered': records all pieces of a run that have no entry as delivered. Refuses if the number of these
 * pieces is not the number that the person saw.
 */
export const recordRestDelivered = operation({
  name: "runs.rest_delivered",
  by: staff("workHub"),
  act: "delivered",
  input: restForm,
  varying: ["agedMs"],
  on: lockRun,
  run: async (work, { count, noPin, allCollected, ...time }, run) => {
    if (run.kind !== "delivery") return refuse("conflict", "none_of_run");
    const left = await leftOn(work, run);
    if (left.length !== count) return refuse("conflict", "other_count", { now: left.length });
    const found = await atStop(work, run, { ...time, pieces: idsOf(left), does: "changed like this" });
    if (!found.ok) return found;
    const money: MoneyTaken = { collected: allCollected === "on" ? "all" : null, less: null };
    return deliver(work, run, found, { ...NO_PROOF, noPin, money });
  },
  publish: ({ codes }, _, run) => deliveredTopics(codes, run),
});
