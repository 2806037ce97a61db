/** CUSTODY-4: reads the holder of each piece of a booking, for staff. */
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { HolderKind } from "../../domain/holders.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { custodyEntries, hubs, partners, pieces, riders, runPieces, runs } from "../../platform/db/schema.ts";

export type HeldPiece = {
  number: number;
  holderKind: HolderKind;
  /** The name of the hub, rider or partner. Null for other holders. */
  holderName: string | null;
  /** The time of the last hand-over. Null if there was none. */
  since: Date | null;
  run: { id: string; name: string; loaded: boolean } | null;
  /** The hub that dispatch chose for the delivery. Null if the hub of the receiver's place delivers. */
  toHub: { name: string; code: string } | null;
  returning: boolean;
  sticker: string | null;
};

/** Reads a booking's pieces, by number. Empty if no hub is active and no hand-over is recorded. */
export async function readPieces(db: Pick<Db, "select">, bookingId: string): Promise<HeldPiece[]> {
  const toHub = alias(hubs, "to_hub");
  const handedOver = sql`exists (select from ${custodyEntries} c join ${pieces} p on p.id = c.piece_id where p.booking_id = ${bookingId})`;
  const rows = await db
    .select({
      number: pieces.number,
      holderKind: pieces.holderKind,
      holderName: sql<string | null>`coalesce(${hubs.name}, ${riders.name}, ${partners.company})`,
      since: pieces.heldSince,
      runId: runs.id,
      runName: runs.name,
      loadedAt: runPieces.loadedAt,
      toHubName: toHub.name,
      toHubCode: toHub.code,
      returning: pieces.returning,
      sticker: pieces.sticker,
    })
    .from(pieces)
    .leftJoin(hubs, and(eq(pieces.holderKind, "hub"), eq(hubs.id, pieces.holderId)))
    .leftJoin(riders, and(eq(pieces.holderKind, "rider"), eq(riders.id, pieces.holderId)))
    .leftJoin(partners, and(eq(pieces.holderKind, "partner"), eq(partners.id, pieces.holderId)))
    .leftJoin(runPieces, and(eq(runPieces.pieceId, pieces.id), isNull(runPieces.endedAt)))
    .leftJoin(runs, eq(runs.id, runPieces.runId))
    .leftJoin(toHub, eq(toHub.id, pieces.toHubId))
    .where(
      and(
        eq(pieces.bookingId, bookingId),
        sql`(exists (select from ${hubs} h where h.active) or ${handedOver})`,
      ),
    )
    .orderBy(asc(pieces.number));
  return rows.map(({ runId, runName, loadedAt, toHubName, toHubCode, ...piece }) => ({
    ...piece,
    run: runId && runName ? { id: runId, name: runName, loaded: loadedAt !== null } : null,
    toHub: toHubName && toHubCode ? { name: toHubName, code: toHubCode } : null,
  }));
}
