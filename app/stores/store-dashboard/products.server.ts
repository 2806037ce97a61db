/** OWNER-5: the products of a store, for its owner. Products of other owners are not found. */
import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { countUpTo } from "../../platform/db/count-up-to.server.ts";
import { stores, products } from "../../platform/db/schema.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import { paginate, type PageParams } from "../../platform/http/keyset.ts";
import { searchCondition } from "../../platform/http/search.server.ts";
import { productColumns } from "../storefront/storefront.server.ts";
import { ownStore } from "./my-stores.server.ts";
import type { StoreOwner } from "../../access/actor.ts";

export const PAGE_SIZE = 25;

const columns = { ...productColumns, isActive: products.isActive, version: products.version };
export type ProductRow = { [K in keyof typeof columns]: (typeof products.$inferSelect)[K] };
export type ProductFilter = { search: string } & PageParams;

export async function listProducts(db: Db, owner: StoreOwner, storeId: string, filter: ProductFilter) {
  const { where, orderBy } = keyset([products.createdAt, products.id], filter);
  const rows = await db
    .select(columns)
    .from(products)
    .innerJoin(stores, eq(stores.id, products.storeId))
    .where(and(ownStore(owner, storeId), searchCondition(products.search, filter.search), where))
    .orderBy(...orderBy)
    .limit(PAGE_SIZE + 1);
  return paginate(rows, PAGE_SIZE, filter);
}

/** Counts the products up to 1,000. */
export const countProducts = (db: Db, owner: StoreOwner, storeId: string): Promise<number> =>
  countUpTo(
    db,
    sql`${products} inner join ${stores} on ${stores.id} = ${products.storeId} where ${ownStore(owner, storeId)}`,
  );

export async function findProduct(db: Db, owner: StoreOwner, storeId: string, id: string) {
  const [row] = await db
    .select(columns)
    .from(products)
    .innerJoin(stores, eq(stores.id, products.storeId))
    .where(and(eq(products.id, id), ownStore(owner, storeId)));
  return row ?? null;
}

/** Lists the categories of the store's products, most used first, as suggestions in the product form. */
export async function categoriesOf(db: Db, owner: StoreOwner, storeId: string): Promise<string[]> {
  const rows = await db
    .select({ category: products.category })
    .from(products)
    .innerJoin(stores, eq(stores.id, products.storeId))
    .where(and(ownStore(owner, storeId), sql`${products.category} is not null`))
    .groupBy(products.category)
    .orderBy(desc(sql`count(*)`), asc(products.category))
    .limit(50);
  return rows.map((row) => row.category!);
}
