/** HUB-8: reads the counts of a hub's shelf, for staff with `readRoad`. */
import { and, asc, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { ShelfFigures, ShelfOutcome } from "../../domain/shelf-count.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, pieces, shelfCountPieces, shelfCounts } from "../../platform/db/schema.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import { paginate, type PageParams } from "../../platform/http/keyset.ts";
import { figuresOf, missedByCount } from "./count-figures.server.ts";
import type { ShelfCount } from "./find-count.server.ts";

/** Returns the figures of the open counts of these hubs. */
export async function openCounts(
  db: Db,
  hubIds: readonly string[],
): Promise<({ hub: string } & ShelfFigures)[]> {
  if (hubIds.length === 0) return [];
  const open = await db
    .select()
    .from(shelfCounts)
    .where(and(inArray(shelfCounts.hubId, [...hubIds]), isNull(shelfCounts.endedAt)));
  return Promise.all(open.map(async (count) => ({ hub: count.hubId, ...(await figuresOf(db, count)) })));
}

export async function openCount(db: Db, hubId: string): Promise<(ShelfCount & ShelfFigures) | null> {
  const [open] = await db
    .select()
    .from(shelfCounts)
    .where(and(eq(shelfCounts.hubId, hubId), isNull(shelfCounts.endedAt)));
  return open ? { ...open, ...(await figuresOf(db, open)) } : null;
}

export async function readCount(
  db: Db,
  hubId: string,
  id: string,
): Promise<(ShelfCount & ShelfFigures) | null> {
  const [count] = await db
    .select()
    .from(shelfCounts)
    .where(and(eq(shelfCounts.id, id), eq(shelfCounts.hubId, hubId)));
  return count ? { ...count, ...(await figuresOf(db, count)) } : null;
}

const COUNTS = 20;

/** Returns the counts of a hub that have ended, the newest first. */
export async function endedCounts(db: Db, hubId: string, page: PageParams) {
  const { where, orderBy } = keyset([shelfCounts.startedAt, shelfCounts.id], page);
  const of = (outcome: ShelfOutcome) =>
    sql<number>`(select count(*)::int from ${shelfCountPieces} where ${shelfCountPieces.countId} = ${shelfCounts.id}
      and ${shelfCountPieces.outcome} = ${outcome})`;
  const rows = await db
    .select({
      id: shelfCounts.id,
      createdAt: shelfCounts.startedAt,
      ended: shelfCounts.ended,
      endedAt: shelfCounts.endedAt,
      by: shelfCounts.endedByName,
      scanned: of("here"),
      missing: of("missing"),
      extra: of("turned_up"),
    })
    .from(shelfCounts)
    .where(and(eq(shelfCounts.hubId, hubId), sql`${shelfCounts.endedAt} is not null`, where))
    .orderBy(...orderBy)
    .limit(COUNTS + 1);
  return paginate(rows, COUNTS, page);
}

/** The maximum number of pieces that each list of a count shows. */
export const MOST_LISTED = 200;

const facts = {
  id: pieces.id,
  number: pieces.number,
  of: bookings.pieces,
  code: bookings.trackingCode,
  receiverState: bookings.receiverState,
  receiverTown: bookings.receiverTown,
  returning: pieces.returning,
};

/**
 * Returns the missing pieces of a count. If the count is open, these are the pieces that were not scanned yet, longest
 * in the hub first. If it is closed, these are the pieces that were missing when it was closed.
 */
export async function missingPiecesOf(db: Db, count: ShelfCount) {
  const since = sql<Date | null>`${pieces.heldSince}`.mapWith(pieces.heldSince);
  const some = db
    .select({ ...facts, since })
    .from(pieces)
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId));
  if (!count.endedAt)
    return some.where(missedByCount(count)).orderBy(asc(pieces.heldSince), asc(pieces.id)).limit(MOST_LISTED);
  return some
    .innerJoin(shelfCountPieces, eq(shelfCountPieces.pieceId, pieces.id))
    .where(and(eq(shelfCountPieces.countId, count.id), eq(shelfCountPieces.outcome, "missing")))
    .orderBy(asc(bookings.trackingCode), asc(pieces.number))
    .limit(MOST_LISTED);
}

/** Selects the unexpected pieces that were found in a count, the newest scan first. */
export const turnedUpIn = (db: Db, { id }: Pick<ShelfCount, "id">) =>
  db
    .select({ ...facts, since: shelfCountPieces.scannedAt })
    .from(shelfCountPieces)
    .innerJoin(pieces, eq(pieces.id, shelfCountPieces.pieceId))
    .innerJoin(bookings, eq(bookings.id, pieces.bookingId))
    .where(and(eq(shelfCountPieces.countId, id), eq(shelfCountPieces.outcome, "turned_up")))
    .orderBy(desc(shelfCountPieces.scannedAt), asc(pieces.id))
    .limit(MOST_LISTED);

export async function countersOf(db: Db, { id }: Pick<ShelfCount, "id">): Promise<string[]> {
  const rows = await db
    .selectDistinct({ name: shelfCountPieces.byName })
    .from(shelfCountPieces)
    .where(and(eq(shelfCountPieces.countId, id), sql`${shelfCountPieces.scannedAt} is not null`))
    .orderBy(asc(shelfCountPieces.byName));
  return rows.map(({ name }) => name);
}
