/**
 * The store directory, as fast at 100,000 stores as at a hundred (bench/RESULTS.md). Newest first by keyset. A search looks
 * through the newest 400 first. Where this does not fill the page, words that one store in a hundred has are likely to fill it
 * from the newest 5,000; rarer words leave the trigram index few stores to read. Words of one or
 * two letters have no trigrams: they stay with the newest 5,000.
 */
import { and, asc, desc, eq, gt, like, lt, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "../db/client.server.ts";
import { partners } from "../db/schema.ts";
import { cutPage, type Cursor, type Page } from "../lib/keyset.ts";
import type { StoreCategory } from "./categories.ts";
import { hasTrigram, likePatterns } from "./search.ts";

export const STORES_A_PAGE = 24;
const FIRST_LOOK = 400;
const FREQUENT = FIRST_LOOK / 100;
const SECOND_LOOK = 5000;

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
  const matches = and(...likePatterns(search).map((pattern) => like(partners.search, pattern)))!;
  const indexed = hasTrigram(search);
  let found = await recentMatches(db, filter, matches, FIRST_LOOK);
  if (found.length <= STORES_A_PAGE && (found.length >= FREQUENT || !indexed))
    found = await recentMatches(db, filter, matches, SECOND_LOOK);
  return cut(found.length > STORES_A_PAGE || !indexed ? found : await indexMatches(db, filter, matches));
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

/** The matches among the newest of the filter. */
function recentMatches(db: Db, filter: DirectoryFilter, matches: SQL, recent: number): Promise<StoreRow[]> {
  const where = conditions(filter);
  const newest = sql`(select id, search, created_at from ${partners} ${where ? sql`where ${where}` : sql``} order by ${sql.join(order(filter.direction), sql`, `)} limit ${recent})`;
  return pageOf(db, filter, newest, matches);
}

/** Every match by the trigram index, gathered first (materialised), so that the planner cannot walk by date instead. */
function indexMatches(db: Db, filter: DirectoryFilter, matches: SQL): Promise<StoreRow[]> {
  const where = and(filter.category ? eq(partners.category, filter.category) : undefined, matches)!;
  const found = sql`(with found as materialized (select id, created_at from ${partners} where ${where}) select * from found)`;
  return pageOf(db, filter, found, conditions({ ...filter, category: null }));
}
