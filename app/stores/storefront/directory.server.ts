/**
 * STORE-1: the store directory, newest first, one page after the other (keyset pagination).
 * docs/decisions/0014-search.md describes the steps of the search, and bench/RESULTS.md has its response times. The
 * trigram index cannot find words of one or two letters, so these words are only searched in the newest 5,000 stores.
 */
import { and, desc, eq, gt, isNull, sql, type SQL } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { preparedOnce } from "../../platform/db/prepared.server.ts";
import { stores } from "../../platform/db/schema.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import { paginate, type Page, type PageParams } from "../../platform/http/keyset.ts";
import { hasTrigram } from "../../platform/http/search.ts";
import { searchCondition } from "../../platform/http/search.server.ts";
import type { StoreCategory } from "../../domain/store-categories.ts";

export const STORES_A_PAGE = 24;
const FIRST_LOOK = 400;
const FREQUENT = FIRST_LOOK / 100;
const SECOND_LOOK = 5000;

export type DirectoryFilter = { search: string; category: StoreCategory | null } & PageParams;

const columns = {
  id: stores.id,
  slug: stores.slug,
  businessName: stores.businessName,
  category: stores.category,
  description: stores.description,
  imageKey: stores.imageKey,
  activeProducts: stores.activeProducts,
  createdAt: stores.createdAt,
};
/** OWNER-11: matches stores that staff have not hidden. */
export const isShown = isNull(stores.hiddenAt);

const searched = { ...columns, search: stores.search };
export type StoreRow = { [K in keyof typeof columns]: (typeof stores.$inferSelect)[K] };
/** The columns that a store's card shows. Other columns are left out, because the list is sent to the browser. */
export type StoreOnCard = Omit<StoreRow, "id" | "createdAt">;
export const onCard = ({ id: _id, createdAt: _createdAt, ...store }: StoreRow): StoreOnCard => store;

const newest = preparedOnce((db) =>
  db
    .select(columns)
    .from(stores)
    .where(isShown)
    .orderBy(desc(stores.createdAt), desc(stores.id))
    .limit(STORES_A_PAGE + 1)
    .prepare("newest_stores"),
);

const ON_HOME = 3;
const newestSelling = preparedOnce((db) =>
  db
    .select(columns)
    .from(stores)
    .where(and(isShown, gt(stores.activeProducts, 0)))
    .orderBy(desc(stores.createdAt), desc(stores.id))
    .limit(ON_HOME)
    .prepare("newest_selling_stores"),
);

/** Lists the newest three stores with products to sell. Everybody may read. */
export const listNewestSelling = (db: Db): Promise<StoreRow[]> => newestSelling(db).execute();

/** Lists one page of the directory. Everybody may read. */
export async function listStores(db: Db, filter: DirectoryFilter): Promise<Page<StoreRow>> {
  const { search, category, cursor } = filter;
  const cut = (rows: StoreRow[]) => paginate(rows, STORES_A_PAGE, filter);
  const matches = searchCondition(stores.search, search);
  if (!matches && !category && !cursor) {
    return cut(await newest(db).execute());
  }
  if (!matches) {
    const rows = db.select(columns).from(stores).where(conditions(filter));
    return cut(await rows.orderBy(...order(filter)).limit(STORES_A_PAGE + 1));
  }
  const indexed = hasTrigram(search);
  let found = await recentMatches(db, filter, matches, FIRST_LOOK);
  if (found.length <= STORES_A_PAGE && (found.length >= FREQUENT || !indexed))
    found = await recentMatches(db, filter, matches, SECOND_LOOK);
  return cut(found.length > STORES_A_PAGE || !indexed ? found : await indexMatches(db, filter, matches));
}

const paging = (filter: PageParams) => keyset([stores.createdAt, stores.id], filter);
const order = (filter: PageParams) => paging(filter).orderBy;
const inCategory = ({ category }: DirectoryFilter) => (category ? eq(stores.category, category) : undefined);
const conditions = (filter: DirectoryFilter) => and(isShown, inCategory(filter), paging(filter).where);

/**
 * Searches only the newest stores. The subquery has the same name as the table, so that conditions on the table's
 * columns can be used on the subquery.
 */
function recentMatches(db: Db, filter: DirectoryFilter, matches: SQL, recent: number): Promise<StoreRow[]> {
  const newest = db
    .select(searched)
    .from(stores)
    .where(conditions(filter))
    .orderBy(...order(filter))
    .limit(recent)
    .as("stores");
  return db
    .select(columns)
    .from(newest)
    .where(matches)
    .orderBy(...order(filter))
    .limit(STORES_A_PAGE + 1);
}

/**
 * Searches all stores by the trigram index. Because of `offset 0`, PostgreSQL evaluates the subquery first; otherwise
 * it might scan all stores by date.
 */
function indexMatches(db: Db, filter: DirectoryFilter, matches: SQL): Promise<StoreRow[]> {
  const found = db
    .select(columns)
    .from(stores)
    .where(sql`${and(isShown, inCategory(filter), matches)} offset 0`)
    .as("stores");
  return db
    .select(columns)
    .from(found)
    .where(paging(filter).where)
    .orderBy(...order(filter))
    .limit(STORES_A_PAGE + 1);
}
