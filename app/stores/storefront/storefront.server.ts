/** Reads a store for its customers. */
import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { preparedOnce } from "../../platform/db/prepared.server.ts";
import { stores, products } from "../../platform/db/schema.ts";
import { keyset } from "../../platform/http/keyset.server.ts";
import { paginate, type Page, type PageParams } from "../../platform/http/keyset.ts";
import { foldedForSearch, searchCondition } from "../../platform/http/search.server.ts";
import { isShown } from "./directory.server.ts";

export const PRODUCTS_A_PAGE = 24;

const storeBySlug = preparedOnce((db) =>
  db
    .select({
      id: stores.id,
      slug: stores.slug,
      businessName: stores.businessName,
      category: stores.category,
      description: stores.description,
      phone: stores.phone,
      address: stores.address,
      imageKey: stores.imageKey,
      openingHours: stores.openingHours,
      activeProducts: stores.activeProducts,
    })
    .from(stores)
    .where(and(eq(stores.slug, sql.placeholder("slug")), isShown))
    .limit(1)
    .prepare("store_by_slug"),
);

const categories = preparedOnce((db) =>
  db
    .select({ category: products.category, count: sql<number>`count(*)::int` })
    .from(products)
    .where(
      and(
        eq(products.storeId, sql.placeholder("storeId")),
        products.isActive,
        sql`${products.category} is not null`,
      ),
    )
    .groupBy(products.category)
    .orderBy(sql`count(*) desc`, asc(products.category))
    .limit(30)
    .prepare("store_categories"),
);

/** The product columns that customers see. The price is in kobo. */
export const productColumns = {
  id: products.id,
  name: products.name,
  description: products.description,
  category: products.category,
  priceKobo: products.priceKobo,
  stockQuantity: products.stockQuantity,
  imageKey: products.imageKey,
  createdAt: products.createdAt,
};
export type StorefrontProduct = Pick<typeof products.$inferSelect, keyof typeof productColumns>;

const newestProducts = preparedOnce((db) =>
  db
    .select(productColumns)
    .from(products)
    .where(and(eq(products.storeId, sql.placeholder("storeId")), products.isActive))
    .orderBy(desc(products.createdAt), desc(products.id))
    .limit(PRODUCTS_A_PAGE + 1)
    .prepare("store_products"),
);

export type Storefront = Awaited<ReturnType<ReturnType<typeof storeBySlug>["execute"]>>[number];

export async function findStore(db: Db, slug: string): Promise<Storefront | null> {
  if (slug.length > 100 || slug.includes("\0")) return null;
  const [row] = await storeBySlug(db).execute({ slug });
  return row ?? null;
}

export async function slugOfStore(db: Db, id: string): Promise<string | null> {
  const [row] = await db
    .select({ slug: stores.slug })
    .from(stores)
    .where(and(eq(stores.id, id), isShown));
  return row?.slug ?? null;
}

/** STORE-6: finds an active product of this store, or null. */
export async function findProductOf(db: Db, storeId: string, id: string): Promise<StorefrontProduct | null> {
  const [row] = await db
    .select(productColumns)
    .from(products)
    .where(and(eq(products.id, id), eq(products.storeId, storeId), products.isActive));
  return row ?? null;
}

/** Lists the categories of the store's active products, most used first. */
export async function storeCategories(db: Db, storeId: string): Promise<string[]> {
  const rows = await categories(db).execute({ storeId });
  return rows.map((row) => row.category!);
}

export type StorefrontFilter = { search: string; category: string | null } & PageParams;

/** Lists one page of a store's active products, newest first. The search covers name and description. */
export async function listStorefrontProducts(
  db: Db,
  storeId: string,
  filter: StorefrontFilter,
): Promise<Page<StorefrontProduct>> {
  const { search, category, cursor } = filter;
  const cut = (rows: StorefrontProduct[]) => paginate(rows, PRODUCTS_A_PAGE, filter);
  if (!search && !category && !cursor) return cut(await newestProducts(db).execute({ storeId }));
  const text = foldedForSearch(sql`${products.name} || ' ' || coalesce(${products.description}, '')`);
  const { where, orderBy } = keyset([products.createdAt, products.id], filter);
  const rows = await db
    .select(productColumns)
    .from(products)
    .where(
      and(
        eq(products.storeId, storeId),
        products.isActive,
        category ? eq(products.category, category) : undefined,
        searchCondition(text, search),
        where,
      ),
    )
    .orderBy(...orderBy)
    .limit(PRODUCTS_A_PAGE + 1);
  return cut(rows);
}

/** Reads the names and prices of the products `ids`. Leaves out products that this store does not sell now. */
export async function pricesOf(
  db: Db,
  storeId: string,
  ids: string[],
): Promise<{ id: string; name: string; priceKobo: number }[]> {
  if (ids.length === 0) return [];
  return db
    .select({ id: products.id, name: products.name, priceKobo: products.priceKobo })
    .from(products)
    .where(and(eq(products.storeId, storeId), products.isActive, inArray(products.id, ids)));
}
