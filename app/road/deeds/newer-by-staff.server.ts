/**
 * DEED-10: the entries of staff that are newer than a deed, and that an undo or a correction of the deed would
 * contradict. Entries from before the deed arrived do not count, because staff did not know the deed then.
 */
import { and, gt, inArray, isNotNull } from "drizzle-orm";
import { SETTLED_CASH } from "../../domain/cash.ts";
import { ROAD_KINDS } from "../../domain/event-kinds.ts";
import { formatNaira } from "../../domain/money.ts";
import { settledSince, takenCash, type CashDeed } from "../../money/settlements/taken-cash.server.ts";
import { isLessAnswered } from "../../parcels/less-agreed/settle-less.server.ts";
import { notUndone } from "../../parcels/custody/state-events.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookingEvents, bookings, custodyEntries } from "../../platform/db/schema.ts";
import { DEED_NAMES } from "./deed-words.ts";
import type { LockedRun } from "../runs/lock-run.server.ts";
import type { StoredDeed } from "./origins.server.ts";

type Event = typeof bookingEvents.$inferSelect;
/** The effects of a deed: its events on a run, and the ids of their pieces. Empty for a deed without events. */
export type DeedEffects = { run: LockedRun | null; events: readonly Event[]; pieceIds: readonly string[] };

/**
 * The words for what staff entered after the deed; null if they entered nothing. Waits for a count or a payout of
 * the rider's cash that is being saved, and lets no other one begin until the caller's transaction ends. The caller must
 * row-lock the run, the bookings and the pieces first.
 */
export async function newerByStaff(
  tx: Tx,
  of: StoredDeed,
  { run, events, pieceIds }: DeedEffects,
): Promise<string | null> {
  if (run?.reconciledAt && run.reconciledAt > of.receivedAt) return `${run.name} was closed`;
  const settled = await settledSince(tx, cashDeed(of));
  if (settled) return SETTLED_CASH[settled];
  if (await isLessAnswered(tx, cashDeed(of))) return "the sender answered about its money";
  const isOvertaken = events.length > 0 && (await isOvertakenByStaff(tx, events, pieceIds));
  return isOvertaken ? "staff entered something newer" : null;
}

/** A deed in words for dispatch: its kind, the codes of its parcels, and the cash that it took. */
export async function deedInWords(tx: Tx, of: StoredDeed): Promise<string> {
  const codes = await tx
    .select({ code: bookings.trackingCode })
    .from(bookings)
    .where(inArray(bookings.id, of.bookingIds))
    .orderBy(bookings.trackingCode);
  const kobo = (await takenCash(tx, cashDeed(of))).reduce((sum, one) => sum + one.kobo, 0);
  return [
    [DEED_NAMES[of.kind], ...codes.map(({ code }) => code)].join(" "),
    ...(kobo > 0 ? [`${formatNaira(kobo)} taken`] : []),
  ].join(", ");
}

const cashDeed = ({ deedId, bookingIds, receivedAt: recordedAt }: StoredDeed): CashDeed => ({
  deedId,
  bookingIds,
  recordedAt,
});

/**
 * True if staff entered a newer event, or handed a piece on. The rider's own later deeds do not count, because a phone
 * sends deeds in any order.
 */
async function isOvertakenByStaff(
  tx: Tx,
  events: readonly Event[],
  pieceIds: readonly string[],
): Promise<boolean> {
  const [first] = events;
  const ids = [...new Set(events.map(({ bookingId }) => bookingId))];
  const newer = await tx.$count(
    bookingEvents,
    and(
      inArray(bookingEvents.bookingId, ids),
      gt(bookingEvents.id, first!.id),
      isNotNull(bookingEvents.byUserId),
      inArray(bookingEvents.kind, [...ROAD_KINDS, "status_set", "cancelled"]),
      notUndone,
    ),
  );
  if (newer > 0) return true;
  const handed = await tx.$count(
    custodyEntries,
    and(
      inArray(custodyEntries.pieceId, [...pieceIds]),
      gt(custodyEntries.receivedAt, first!.receivedAt),
      isNotNull(custodyEntries.byUserId),
    ),
  );
  return handed > 0;
}
