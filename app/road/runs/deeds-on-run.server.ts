/** The deeds that were entered on a run so far, by piece. */
import { and, asc, eq, inArray } from "drizzle-orm";
import type { EventKind } from "../../domain/event-kinds.ts";
import type { FailureReason } from "../../domain/failure-reasons.ts";
import { notUndone } from "../../parcels/custody/state-events.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookingEvents } from "../../platform/db/schema.ts";

export type DeedOnRun = {
  event: number;
  reason: FailureReason | null;
  note: string | null;
  at: Date;
  /** The time of the entry. Deeds that were entered together have the same time. */
  heardAt: Date;
};
type OfPiece = { bookingId: string; number: number };

export const ENTERED_KINDS: EventKind[] = ["attempted", "delivered", "returned", "picked_up"];

/**
 * By piece: the newest failed attempt on a run, and the newest deed that was not a failure. A deed of a whole booking
 * counts for each of its pieces.
 */
export async function deedsOnRun(tx: Pick<Tx, "select">, runId: string) {
  const rows = await tx
    .select({
      event: bookingEvents.id,
      kind: bookingEvents.kind,
      bookingId: bookingEvents.bookingId,
      piece: bookingEvents.piece,
      reason: bookingEvents.reason,
      note: bookingEvents.note,
      at: bookingEvents.occurredAt,
      heardAt: bookingEvents.receivedAt,
    })
    .from(bookingEvents)
    .where(and(eq(bookingEvents.runId, runId), inArray(bookingEvents.kind, ENTERED_KINDS), notUndone))
    .orderBy(asc(bookingEvents.occurredAt), asc(bookingEvents.id));
  const finder = (failed: boolean) => {
    const some = rows.filter(({ kind }) => (kind === "attempted") === failed);
    const found = new Map(some.map((row) => [`${row.bookingId} ${row.piece ?? ""}`, row]));
    return ({ bookingId, number }: OfPiece): DeedOnRun | null =>
      found.get(`${bookingId} ${number}`) ?? found.get(`${bookingId} `) ?? null;
  };
  return { attempt: finder(true), end: finder(false) };
}
