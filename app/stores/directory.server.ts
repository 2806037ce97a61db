/**
 * The store directory, as fast at 100,000 stores as at ten. Newest first by keyset; a search looks through the newest
 * 5,000 of its category first, which nearly always fills the page, and only then asks the trigram index. Words of one
 * or two letters have no trigrams: they stay with the newest 5,000.
 */
import { and, asc, desc, eq, gt, like, lt, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "../db/client.server.ts";
import { partners } from "../db/schema.ts";
import { cutPage, type Cursor, type Page } from "../lib/keyset.ts";
import type { StoreCategory } from "./categories.ts";
import { likePattern } from "./search.ts";

export const STORES_A_PAGE = 24;
const RECENT = 5000;

export type DirectoryFilter = {
  search: string;
  category: StoreCategory | null;
  cursor: Cursor | null;
  direction: "older" | "newer";
};

const columns = {
  id: partners.id,
  slug: partners.slug,
  businessName: partners.businessName,
  category: partners.category,
  description: partners.description,
  imageKey: partners.imageKey,
  activeProducts: partners.activeProducts,
  createdAt: partners.createdAt,
};
export type StoreRow = { [K in keyof typeof columns]: (typeof partners.$inferSelect)[K] };

const prepared = new WeakMap<Db, ReturnType<typeof prepareNewest>>();
function prepareNewest(db: Db) {
  return db
    .select(columns)
    .from(partners)
    .orderBy(desc(partners.createdAt), desc(partners.id))
    .limit(STORES_A_PAGE + 1)
    .prepare("newest_stores");
}

/** One page of the directory. Everybody may read. */
export async function listStores(db: Db, filter: DirectoryFilter): Promise<Page<StoreRow>> {
  const { search, category, cursor, direction } = filter;
  const cut = (rows: StoreRow[]) => cutPage(rows, STORES_A_PAGE, direction, cursor);
  if (!search && !category && !cursor) {
    if (!prepared.has(db)) prepared.set(db, prepareNewest(db));
    return cut(await prepared.get(db)!.execute());
  }
  if (!search) return cut(await page(db, filter, conditions(filter)));
  const matches = likePattern(search);
  const found = await recentMatches(db, filter, matches);
  if (found.length > STORES_A_PAGE || search.length < 3) return cut(found);
  return cut(await indexMatches(db, filter, matches));
}

function conditions({ category, cursor, direction }: DirectoryFilter, more?: SQL): SQL | undefined {
  const beyond = direction === "newer" ? gt : lt;
  return and(
    category ? eq(partners.category, category) : undefined,
    cursor
      ? or(
          beyond(partners.createdAt, cursor.at),
          and(eq(partners.createdAt, cursor.at), beyond(partners.id, cursor.id)),
        )
      : undefined,
    // Says to the planner where to begin in the index; the condition above says what is equal.
    cursor
      ? direction === "newer"
        ? sql`${partners.createdAt} >= ${cursor.at}`
        : sql`${partners.createdAt} <= ${cursor.at}`
      : undefined,
    more,
  );
}

function order(direction: "older" | "newer") {
  return direction === "newer"
    ? [asc(partners.createdAt), asc(partners.id)]
    : [desc(partners.createdAt), desc(partners.id)];
}

function page(db: Db, filter: DirectoryFilter, where: SQL | undefined): Promise<StoreRow[]> {
  return db
    .select(columns)
    .from(partners)
    .where(where)
    .orderBy(...order(filter.direction))
    .limit(STORES_A_PAGE + 1);
}

/** The page of the ids that `from` yields, a stand-in for the table under the table's own name. */
function pageOf(db: Db, filter: DirectoryFilter, from: SQL, where: SQL | undefined): Promise<StoreRow[]> {
  const sorted = sql`order by ${sql.join(order(filter.direction), sql`, `)} limit ${STORES_A_PAGE + 1}`;
  return page(
    db,
    filter,
    sql`${partners.id} in (select id from ${from} ${partners} ${where ? sql`where ${where}` : sql``} ${sorted})`,
  );
}

/** Phase one: the matches among the newest 5,000 of the filter. */
function recentMatches(db: Db, filter: DirectoryFilter, matches: string): Promise<StoreRow[]> {
  const where = conditions(filter);
  const recent = sql`(select id, search, created_at from ${partners} ${where ? sql`where ${where}` : sql``} order by ${sql.join(order(filter.direction), sql`, `)} limit ${RECENT})`;
  return pageOf(db, filter, recent, like(partners.search, matches));
}

/** Phase two: every match by the trigram index, gathered first (materialised), so that the planner cannot walk by date instead. */
function indexMatches(db: Db, filter: DirectoryFilter, matches: string): Promise<StoreRow[]> {
  const found = sql`(with found as materialized (select id, search, category, created_at from ${partners} where ${like(partners.search, matches)}) select * from found)`;
  return pageOf(db, filter, found, conditions(filter));
}
