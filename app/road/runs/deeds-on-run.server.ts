/** Reads the deeds that were entered on a run so far, by piece. */
import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import type { EventKind } from "../../domain/event-kinds.ts";
import type { FailureReason } from "../../domain/failure-reasons.ts";
import { ofPlace } from "../../parcels/custody/run-places.server.ts";
import { newestPlace } from "../../parcels/custody/move-pieces.server.ts";
import { notUndone } from "../../history/state-events.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookingEvents, pieces, runPieces } from "../../platform/db/schema.ts";

export type DeedOnRun = {
  event: number;
  reason: FailureReason | null;
  note: string | null;
  at: Date;
  /** The number of the act. All deeds that were entered together have the same number. */
  act: number;
};

export const ENTERED_KINDS: EventKind[] = ["attempted", "delivered", "returned", "picked_up"];

/** DEED-6: the note with the reason why the piece was not picked up. */
export const isFailedPickup = and(
  eq(runPieces.outcome, "not_picked_up"),
  eq(bookingEvents.kind, "noted"),
  sql`coalesce(${bookingEvents.piece}, ${pieces.number}) = ${pieces.number}`,
  eq(bookingEvents.occurredAt, runPieces.endedAt),
);

/**
 * Returns for each piece of a run its newest failed attempt and its newest other deed. A deed of a whole booking counts
 * for each of the booking's pieces. If a piece left the run and joined it again, its deeds before that do not count.
 * The attempt of a piece that was not picked up has no `reason`; its `note` says it all.
 */
export async function deedsOnRun(tx: Pick<Tx, "select">, runId: string) {
  const rows = await tx
    .select({
      pieceId: runPieces.pieceId,
      event: bookingEvents.id,
      kind: bookingEvents.kind,
      reason: bookingEvents.reason,
      note: bookingEvents.note,
      at: bookingEvents.occurredAt,
      act: bookingEvents.actId,
    })
    .from(runPieces)
    .innerJoin(pieces, eq(pieces.id, runPieces.pieceId))
    .innerJoin(bookingEvents, ofPlace)
    .where(
      and(
        eq(runPieces.runId, runId),
        newestPlace,
        or(inArray(bookingEvents.kind, ENTERED_KINDS), isFailedPickup),
        notUndone,
      ),
    )
    .orderBy(asc(bookingEvents.occurredAt), asc(bookingEvents.id));
  const finder = (failed: boolean) => {
    const some = rows.filter(({ kind }) => (kind === "attempted" || kind === "noted") === failed);
    const newest = new Map(some.map((row) => [row.pieceId, row]));
    return ({ pieceId }: { pieceId: string }): DeedOnRun | null => newest.get(pieceId) ?? null;
  };
  return { attempt: finder(true), end: finder(false) };
}
