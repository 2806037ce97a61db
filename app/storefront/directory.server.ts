/**
 * STORE-1: the store directory, newest first, by keyset. For the steps of its search see
 * docs/decisions/0014-store-search.md; figures are in bench/RESULTS.md. Words of one or two letters have no trigrams:
 * they match among the newest 5,000 only.
 */
import { and, asc, desc, eq, gt, like, lt, or, sql, type SQL } from "drizzle-orm";
import type { Db } from "../platform/db/client.server.ts";
import { partners } from "../platform/db/schema.ts";
import { paginate, type Cursor, type Page } from "../platform/http/keyset.ts";
import { hasTrigram } from "../platform/http/query.ts";
import type { StoreCategory } from "../domain/store-categories.ts";
import { searchPatterns } from "./search.ts";

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
const searched = { ...columns, search: partners.search };
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
  const cut = (rows: StoreRow[]) => paginate(rows, STORES_A_PAGE, direction, cursor);
  if (!search && !category && !cursor) {
    if (!prepared.has(db)) prepared.set(db, prepareNewest(db));
    return cut(await prepared.get(db)!.execute());
  }
  if (!search) {
    const rows = db.select(columns).from(partners).where(conditions(filter));
    return cut(await rows.orderBy(...order(filter)).limit(STORES_A_PAGE + 1));
  }
  const indexed = hasTrigram(search);
  let found = await recentMatches(db, filter, FIRST_LOOK);
  if (found.length <= STORES_A_PAGE && (found.length >= FREQUENT || !indexed))
    found = await recentMatches(db, filter, SECOND_LOOK);
  return cut(found.length > STORES_A_PAGE || !indexed ? found : await indexMatches(db, filter));
}

function conditions({ category, cursor, direction }: DirectoryFilter): SQL | undefined {
  const beyond = direction === "newer" ? gt : lt;
  return and(
    category ? eq(partners.category, category) : undefined,
    cursor
      ? or(
          beyond(partners.createdAt, cursor.at),
          and(eq(partners.createdAt, cursor.at), beyond(partners.id, cursor.id)),
        )
      : undefined,
    // Lets the planner start in the index; the condition above is the exact one.
    cursor
      ? direction === "newer"
        ? sql`${partners.createdAt} >= ${cursor.at}`
        : sql`${partners.createdAt} <= ${cursor.at}`
      : undefined,
  );
}

function order({ direction }: DirectoryFilter) {
  const way = direction === "newer" ? asc : desc;
  return [way(partners.createdAt), way(partners.id)];
}

function matches(search: string): SQL {
  return and(...searchPatterns(search).map((pattern) => like(partners.search, pattern)))!;
}

/** The matches among the newest of the filter. The subquery has the table's name, so that its columns are the table's. */
function recentMatches(db: Db, filter: DirectoryFilter, recent: number): Promise<StoreRow[]> {
  const newest = db
    .select(searched)
    .from(partners)
    .where(conditions(filter))
    .orderBy(...order(filter))
    .limit(recent)
    .as("partners");
  return db
    .select(columns)
    .from(newest)
    .where(matches(filter.search))
    .orderBy(...order(filter))
    .limit(STORES_A_PAGE + 1);
}

/** Every match by the trigram index. `offset 0` keeps the planner from scanning by date instead. */
function indexMatches(db: Db, filter: DirectoryFilter): Promise<StoreRow[]> {
  const { category, search } = filter;
  const where = and(category ? eq(partners.category, category) : undefined, matches(search));
  const found = db
    .select(columns)
    .from(partners)
    .where(sql`${where} offset 0`)
    .as("partners");
  return db
    .select(columns)
    .from(found)
    .where(conditions({ ...filter, category: null }))
    .orderBy(...order(filter))
    .limit(STORES_A_PAGE + 1);
}
