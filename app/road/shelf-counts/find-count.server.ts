/** HUB-8: finds the count to which a scan belongs. A hub has at most one open count for all its clerks. */
import { and, desc, eq, gt, isNull, lte, sql } from "drizzle-orm";
import { COUNT_HOURS } from "../../domain/shelf-count.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { shelfCountPieces, shelfCounts } from "../../platform/db/schema.ts";

export type ShelfCount = typeof shelfCounts.$inferSelect;
type Scanned = { hubId: string; occurredAt: Date };

const HOUR_MS = 3_600_000;
const PROGRAM = "Automatic check";

/**
 * Finds the count to which a scan at `occurredAt` belongs, and locks its row. This is the closed count that was open at
 * `occurredAt`. If there is none, it is the hub's open count. If there is no open count either, a new count begins. An
 * open count that had no scan for COUNT_HOURS is given up first.
 * Returns null for a scan that is at least COUNT_HOURS old and belongs neither to a closed count nor to the open one.
 * The caller must lock the rows of runs, bookings and pieces only afterwards. All operations use this order.
 */
export async function lockCountFor(tx: Tx, scan: Scanned, at: Date): Promise<ShelfCount | null> {
  const past = await closedThen(tx, scan);
  if (past) return past;
  const open = await lockOpenCount(tx, scan.hubId, at);
  const isRecent = at.getTime() - scan.occurredAt.getTime() < COUNT_HOURS * HOUR_MS;
  if (!isRecent) return open && open.startedAt <= scan.occurredAt ? open : null;
  if (!open) return beginAt(tx, scan.hubId, scan.occurredAt);
  if (open.startedAt <= scan.occurredAt) return open;
  // This scan was sent late, and was made before the first scan that the server knew. So the count began earlier.
  const [earlier] = await tx
    .update(shelfCounts)
    .set({ startedAt: scan.occurredAt })
    .where(eq(shelfCounts.id, open.id))
    .returning();
  return earlier!;
}

/** Locks the hub's closed count that was open at the time of the scan; null without such a count. */
async function closedThen(tx: Tx, { hubId, occurredAt }: Scanned): Promise<ShelfCount | null> {
  const [past] = await tx
    .select()
    .from(shelfCounts)
    .where(
      and(
        eq(shelfCounts.hubId, hubId),
        eq(shelfCounts.ended, "closed"),
        lte(shelfCounts.startedAt, occurredAt),
        gt(shelfCounts.endedAt, occurredAt),
      ),
    )
    .orderBy(desc(shelfCounts.startedAt))
    .limit(1)
    .for("no key update");
  return past ?? null;
}

/** Locks a hub's open count; null without an open count. Gives up a count that had no scan for COUNT_HOURS. */
export async function lockOpenCount(tx: Tx, hubId: string, at: Date): Promise<ShelfCount | null> {
  const [open] = await tx
    .select()
    .from(shelfCounts)
    .where(and(eq(shelfCounts.hubId, hubId), isNull(shelfCounts.endedAt)))
    .for("no key update");
  if (!open) return null;
  const [last] = await tx
    .select({ at: sql<Date | null>`max(${shelfCountPieces.scannedAt})`.mapWith(shelfCountPieces.scannedAt) })
    .from(shelfCountPieces)
    .where(eq(shelfCountPieces.countId, open.id));
  const since = last?.at ?? open.startedAt;
  if (at.getTime() - since.getTime() < COUNT_HOURS * HOUR_MS) return open;
  await tx
    .update(shelfCounts)
    .set({ endedAt: at, ended: "left", endedByName: PROGRAM })
    .where(eq(shelfCounts.id, open.id));
  return null;
}

/** Begins a count. If two clerks begin at the same time, both get the same count. */
export async function beginAt(tx: Tx, hubId: string, startedAt: Date): Promise<ShelfCount> {
  const [made] = await tx
    .insert(shelfCounts)
    .values({ hubId, startedAt })
    .onConflictDoNothing({ target: shelfCounts.hubId, where: sql`ended_at is null` })
    .returning();
  if (made) return made;
  const [open] = await tx
    .select()
    .from(shelfCounts)
    .where(and(eq(shelfCounts.hubId, hubId), isNull(shelfCounts.endedAt)))
    .for("no key update");
  return open ?? beginAt(tx, hubId, startedAt);
}
