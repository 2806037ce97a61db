/** TRIP-3, TRIP-4: puts pieces on a run, each at the stop of its place. */
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { RunKind } from "../../domain/run.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, pieces, runPieces } from "../../platform/db/schema.ts";
import type { LockedRun } from "./lock-run.server.ts";
import { placeColumns } from "./pieces-of-run.server.ts";
import { numberStops, type StopPiece } from "./stops.ts";

/**
 * TRIP-18: selects pieces, each with the place where a run stops for it. This is the sender's place for a pickup or a
 * return, otherwise the receiver's.
 */
export function placeOnRun(tx: Tx, ids: readonly string[], kind: RunKind) {
  return tx
    .select({
      pieceId: pieces.id,
      bookingId: pieces.bookingId,
      returning: pieces.returning,
      number: pieces.number,
      holderKind: pieces.holderKind,
      status: bookings.status,
      code: bookings.trackingCode,
      pieces: bookings.pieces,
      toHubId: pieces.toHubId,
      ...placeColumns(kind === "pickup" || sql`${pieces.returning}`),
    })
    .from(pieces)
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .where(sql`${pieces.id} = any(${sql.param(ids)}::uuid[])`);
}

type Run = Pick<LockedRun, "id" | "kind">;

/**
 * Returns the stop of each added piece: an existing stop or a new one. If the place of an open piece on the run has
 * changed, also moves this piece to the stop of its new place.
 */
export async function stopsFor(
  tx: Tx,
  { id, kind }: Run,
  joining: readonly StopPiece[],
): Promise<Map<string, number>> {
  const present = await tx
    .select({
      pieceId: runPieces.pieceId,
      stop: runPieces.stop,
      isOpen: sql<boolean>`${runPieces.endedAt} is null`,
      ...placeColumns(kind === "pickup" || sql`${runPieces.returning}`),
    })
    .from(runPieces)
    .innerJoin(pieces, eq(pieces.id, runPieces.pieceId))
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .where(eq(runPieces.runId, id))
    .orderBy(asc(runPieces.id));
  const stops = numberStops(present, joining);
  for (const { pieceId, isOpen } of present)
    if (isOpen && stops.has(pieceId))
      await tx
        .update(runPieces)
        .set({ stop: stops.get(pieceId)! })
        .where(and(eq(runPieces.runId, id), eq(runPieces.pieceId, pieceId), isNull(runPieces.endedAt)));
  return stops;
}

/**
 * Puts pieces on a run, except those that are already on an open run. Returns the ids of the pieces that were put on
 * this run.
 */
export async function joinRun(
  tx: Tx,
  run: Run,
  joining: readonly StopPiece[],
  row: Omit<typeof runPieces.$inferInsert, "runId" | "pieceId" | "stop">,
): Promise<Set<string>> {
  if (joining.length === 0) return new Set();
  const stops = await stopsFor(tx, run, joining);
  const joined = await tx
    .insert(runPieces)
    .values(joining.map(({ pieceId }) => ({ runId: run.id, pieceId, stop: stops.get(pieceId)!, ...row })))
    .onConflictDoNothing()
    .returning({ pieceId: runPieces.pieceId });
  return new Set(joined.map(({ pieceId }) => pieceId));
}
