/** CUSTODY-1: takes hand-overs back. The ledger keeps them, each with the entry that reverses it. */
import { and, isNull, sql } from "drizzle-orm";
import type { RunOutcome } from "../../domain/run.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { custodyEntries, runPieces } from "../../platform/db/schema.ts";
import type { Acting } from "../../platform/operations/act.server.ts";
import { newestPlace } from "./run-places.server.ts";
import { movePieces, type Move, type Moved } from "./move-pieces.server.ts";

type Made = Pick<
  typeof custodyEntries.$inferSelect,
  "id" | "pieceId" | "fromKind" | "fromId" | "method" | "runId"
>;

/** The condition of ledger entries that are valid: they reverse no other entry, and none reverses them. */
export const inForce = and(
  isNull(custodyEntries.reverses),
  sql`not exists (select from custody_entries r where r.reverses = ${custodyEntries.id})`,
);

/**
 * Moves each piece back to the party that held it before the ledger entry, and reverses the entry. The method is that
 * of the reversed entry, unless `how` has a method.
 */
export const takeBackMoves = (
  work: Acting,
  made: readonly Made[],
  how: Pick<Move, "claim"> & Partial<Pick<Move, "method">> = {},
): Promise<Map<string, Moved>> =>
  movePieces(
    work,
    made.map(({ id, pieceId, fromKind, fromId, method, runId }) => ({
      ...{ pieceId, method, runId, ...how, reverses: id, occurredAt: work.act.at },
      to: { kind: fromKind, id: fromId },
    })),
  );

/**
 * Puts pieces back on these runs, at their newest places there, if they left the runs with one of these outcomes. A
 * piece that is on another run by now stays there.
 */
export async function reopenRunPlaces(
  tx: Tx,
  pieceIds: readonly string[],
  runIds: readonly string[],
  outcomes: readonly RunOutcome[],
): Promise<void> {
  if (pieceIds.length === 0) return;
  await tx
    .update(runPieces)
    .set({ outcome: null, endedAt: null })
    .where(
      and(
        sql`${runPieces.pieceId} = any(${sql.param(pieceIds)}::uuid[])`,
        sql`${runPieces.runId} = any(${sql.param(runIds)}::uuid[])`,
        newestPlace,
        sql`${runPieces.outcome} = any(${sql.param(outcomes)}::text[])`,
        sql`not exists (select from ${runPieces} open where open.piece_id = ${runPieces.pieceId} and open.ended_at is null)`,
      ),
    );
}
