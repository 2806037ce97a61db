/** The pieces of a run. */
import { and, desc, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, pieces, runPieces } from "../../platform/db/schema.ts";
import { pieceColumns } from "./place-columns.server.ts";

export type PieceOfRun = Awaited<ReturnType<typeof piecesOfRun>>[number];

/**
 * The pieces of a run in the order of its stops, with data of their bookings. `more`: a further condition. Of several
 * places of a piece on the run only the newest that matches is returned, because each piece is entered once.
 */
export async function piecesOfRun(tx: Pick<Tx, "selectDistinctOn">, runId: string, more: SQL = sql`true`) {
  const rows = await tx
    .selectDistinctOn([runPieces.pieceId], {
      rowId: runPieces.id,
      ...pieceColumns,
      holderKind: pieces.holderKind,
      holderId: pieces.holderId,
      returning: runPieces.returning,
      stop: runPieces.stop,
      loadedAt: runPieces.loadedAt,
      loadedBy: runPieces.loadedBy,
      extra: runPieces.extra,
      outcome: runPieces.outcome,
      endedAt: runPieces.endedAt,
      status: bookings.status,
      createdAt: bookings.createdAt,
    })
    .from(runPieces)
    .innerJoin(pieces, eq(pieces.id, runPieces.pieceId))
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .where(and(eq(runPieces.runId, runId), more))
    .orderBy(runPieces.pieceId, desc(runPieces.id));
  return rows.toSorted((a, b) => a.stop - b.stop || a.rowId - b.rowId);
}

export const onRun = isNull(runPieces.endedAt);
export const loaded = sql`${runPieces.loadedAt} is not null`;
