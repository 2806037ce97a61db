/** The pieces of a run. */
import { and, asc, eq, isNull, sql, type SQL } from "drizzle-orm";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, pieces, runPieces } from "../../platform/db/schema.ts";
import { pieceColumns } from "./place-columns.server.ts";

export type PieceOfRun = Awaited<ReturnType<typeof piecesOfRun>>[number];

/** The pieces of a run in the order of its stops, with data of their bookings. `more`: a further condition. */
export function piecesOfRun(tx: Pick<Tx, "select">, runId: string, more: SQL = sql`true`) {
  return tx
    .select({
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
    .orderBy(asc(runPieces.stop), asc(runPieces.id));
}

export const onRun = isNull(runPieces.endedAt);
export const loaded = sql`${runPieces.loadedAt} is not null`;
