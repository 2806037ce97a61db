/** OWNER-11: lists every partner store for staff with `readStores`, including hidden stores. */
import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { type Db, pickColumns } from "../../platform/db/client.server.ts";
import { companySettings, orders, products, profiles, stores } from "../../platform/db/schema.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import { paginate, type Page, type PageParams } from "../../platform/http/keyset.ts";
import { searchCondition } from "../../platform/http/search.server.ts";
import type { StoreState } from "./visibility-forms.ts";

const PAGE_SIZE = 50;
/** The maximum number of products, and of orders, of a store that staff see. */
const SHOWN = 50;

const columns = {
  id: stores.id,
  slug: stores.slug,
  businessName: stores.businessName,
  category: stores.category,
  email: stores.email,
  phone: stores.phone,
  address: stores.address,
  description: stores.description,
  createdAt: stores.createdAt,
  hiddenAt: stores.hiddenAt,
  hiddenReason: stores.hiddenReason,
  activeProducts: stores.activeProducts,
  owner: sql<string | null>`coalesce(${profiles.fullName}, ${profiles.email})`,
  orders: sql<number>`(select count(*)::int from (select 1 from ${orders} where ${orders.storeId} = ${stores}.id limit 1000) found)`,
};
const selectStores = (db: Db) =>
  db.select(columns).from(stores).leftJoin(profiles, eq(profiles.id, stores.userId)).$dynamic();
export type ListedStore = Awaited<ReturnType<typeof selectStores>>[number];

const ofState: Record<StoreState, ReturnType<typeof and>> = {
  waiting: and(isNotNull(stores.hiddenAt), isNull(stores.hiddenReason)),
  hidden: isNotNull(stores.hiddenReason),
  shown: isNull(stores.hiddenAt),
};

/** Lists one page of all stores, newest first. */
export async function listAllStores(
  db: Db,
  { search, state, ...page }: { search: string; state: StoreState | null } & PageParams,
): Promise<Page<ListedStore>> {
  const { where, orderBy } = keyset([stores.createdAt, stores.id], page);
  const rows = await selectStores(db)
    .where(and(searchCondition(stores.search, search), state ? ofState[state] : undefined, where))
    .orderBy(...orderBy)
    .limit(PAGE_SIZE + 1);
  return paginate(rows, PAGE_SIZE, page);
}

export async function findAnyStore(db: Db, id: string): Promise<ListedStore | null> {
  const [store] = await selectStores(db).where(eq(stores.id, id));
  return store ?? null;
}

/** Reads the newest products and orders of a store, in the order of the owner's lists. */
export async function readStoreWork(db: Db, storeId: string) {
  const [goods, asked] = await Promise.all([
    db
      .select(pickColumns(products, "id", "name", "priceKobo", "stockQuantity", "isActive"))
      .from(products)
      .where(eq(products.storeId, storeId))
      .orderBy(desc(products.createdAt), desc(products.id))
      .limit(SHOWN),
    db
      .select(pickColumns(orders, "id", "code", "status", "totalKobo", "createdAt"))
      .from(orders)
      .where(eq(orders.storeId, storeId))
      .orderBy(desc(orders.createdAt), desc(orders.id))
      .limit(SHOWN),
  ]);
  return { products: goods, orders: asked };
}

/** True if new stores appear only after staff have looked at them. */
export async function readLooksAtNewStores(db: Db): Promise<boolean> {
  const [row] = await db.select({ looks: companySettings.looksAtNewStores }).from(companySettings);
  return row?.looks ?? false;
}
