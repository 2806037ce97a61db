/** TRIP-3, TRIP-4: pieces join a run, each at the stop of its place. */
import { eq, sql } from "drizzle-orm";
import type { RunKind } from "../../domain/run.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, pieces, runPieces } from "../../platform/db/schema.ts";
import type { LockedRun } from "./lock-run.server.ts";
import { placeColumns } from "./place-columns.server.ts";
import { numberStops, type StopPiece } from "./stops.ts";

/**
 * The columns of a piece's destination on a run of this kind. On a pickup, and for a return, the destination is the
 * sender.
 */
const placeFor = (kind: RunKind) => placeColumns(kind === "pickup" || sql`${pieces.returning}`);

/** The pieces with their destinations on a run of this kind. */
export function placeOnRun(tx: Tx, ids: readonly string[], kind: RunKind) {
  return tx
    .select({
      pieceId: pieces.id,
      number: pieces.number,
      holderKind: pieces.holderKind,
      status: bookings.status,
      code: bookings.trackingCode,
      pieces: bookings.pieces,
      toHubId: pieces.toHubId,
      ...placeFor(kind),
    })
    .from(pieces)
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .where(sql`${pieces.id} = any(${sql.param(ids)}::uuid[])`);
}

type Run = Pick<LockedRun, "id" | "kind">;

/** By piece: the stop at which a piece joins a run: the stop of the piece's place, or a new stop. */
export async function stopsFor(
  tx: Tx,
  { id, kind }: Run,
  joining: readonly StopPiece[],
): Promise<Map<string, number>> {
  const present = await tx
    .select({ pieceId: runPieces.pieceId, stop: runPieces.stop, ...placeFor(kind) })
    .from(runPieces)
    .innerJoin(pieces, eq(pieces.id, runPieces.pieceId))
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .where(eq(runPieces.runId, id));
  return numberStops(present, joining);
}

/**
 * Puts pieces on a run. Pieces that are on an open run are left out, because another person may put them there at the
 * same moment. Returns the pieces that joined.
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
