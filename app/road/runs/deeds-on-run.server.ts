/** What was entered of a run so far, by piece. */
import { and, asc, eq, inArray } from "drizzle-orm";
import type { FailureReason } from "../../domain/failure-reasons.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookingEvents } from "../../platform/db/schema.ts";

export type DeedOnRun = { reason: FailureReason | null; note: string | null; at: Date };
type OfPiece = { bookingId: string; number: number };

const KINDS = ["attempted", "delivered", "returned", "picked_up"] as const;

/**
 * The newest attempt that failed on a run, and the newest deed that ended well, of each piece. A deed of a whole booking is one of
 * each of its pieces.
 */
export async function deedsOnRun(tx: Pick<Tx, "select">, runId: string) {
  const rows = await tx
    .select({
      kind: bookingEvents.kind,
      bookingId: bookingEvents.bookingId,
      piece: bookingEvents.piece,
      reason: bookingEvents.reason,
      note: bookingEvents.note,
      at: bookingEvents.occurredAt,
    })
    .from(bookingEvents)
    .where(and(eq(bookingEvents.runId, runId), inArray(bookingEvents.kind, [...KINDS])))
    .orderBy(asc(bookingEvents.occurredAt), asc(bookingEvents.id));
  const finder = (failed: boolean) => {
    const some = rows.filter(({ kind }) => (kind === "attempted") === failed);
    const found = new Map(some.map((row) => [`${row.bookingId} ${row.piece ?? ""}`, row]));
    return ({ bookingId, number }: OfPiece): DeedOnRun | null =>
      found.get(`${bookingId} ${number}`) ?? found.get(`${bookingId} `) ?? null;
  };
  return { attempt: finder(true), end: finder(false) };
}
