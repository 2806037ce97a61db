/** HUB-8: counts the pieces that a shelf count expects, and those that were scanned. */
import { and, eq, lte, sql, type SQL } from "drizzle-orm";
import type { ShelfFigures } from "../../domain/shelf-count.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { pieces, runPieces, shelfCountPieces } from "../../platform/db/schema.ts";
import type { ShelfCount } from "./find-count.server.ts";

type Reader = Pick<Tx, "select" | "$count">;

/**
 * Matches the missing pieces of a count. The hub has had such a piece since before the count's first scan, it is not
 * loaded on a run, and nobody has scanned it.
 */
export const missedByCount = ({
  id,
  hubId,
  startedAt,
}: Pick<ShelfCount, "id" | "hubId" | "startedAt">): SQL =>
  and(
    eq(pieces.holderKind, "hub"),
    eq(pieces.holderId, hubId),
    lte(pieces.heldSince, startedAt),
    sql`not exists (select from ${runPieces} where ${runPieces.pieceId} = ${pieces.id} and ${runPieces.endedAt} is null
      and ${runPieces.loadedAt} is not null)`,
    sql`not exists (select from ${shelfCountPieces} where ${shelfCountPieces.countId} = ${id}
      and ${shelfCountPieces.pieceId} = ${pieces.id})`,
  )!;

/** Returns the figures of an open count as of now, and of a closed count as of its end. */
export async function figuresOf(tx: Reader, count: ShelfCount): Promise<ShelfFigures> {
  const rows = await tx
    .select({ outcome: shelfCountPieces.outcome, n: sql<number>`count(*)::int` })
    .from(shelfCountPieces)
    .where(eq(shelfCountPieces.countId, count.id))
    .groupBy(shelfCountPieces.outcome);
  const of = (outcome: string) => rows.find((row) => row.outcome === outcome)?.n ?? 0;
  const missing = count.endedAt ? of("missing") : await tx.$count(pieces, missedByCount(count));
  const here = of("here");
  return { expected: here + missing, scanned: here, missing, extra: of("turned_up") };
}
