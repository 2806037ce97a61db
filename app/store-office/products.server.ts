/** OWNER-5: the products of a store, for its owner. Somebody else's product is not found. */
import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { Db, Tx } from "../platform/db/client.server.ts";
import { countUpTo } from "../platform/db/count-up-to.server.ts";
import { partners, products } from "../platform/db/schema.ts";
import { isPictureOf, removePicture } from "../platform/files/pictures.server.ts";
import { keyset } from "../platform/http/keyset.server.ts";
import { paginate, type PageParams } from "../platform/http/keyset.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import { searchCondition } from "../platform/http/search.server.ts";
import { formatNaira } from "../domain/money.ts";
import { claimKey, idempotencyKey, withClaimedKey } from "../platform/idempotency/idempotency.server.ts";
import type { Services } from "../platform/services.server.ts";
import { productColumns } from "../storefront/storefront.server.ts";
import { ownStore } from "./my-stores.server.ts";
import { productValues, type ProductForm, type ProductValues } from "./products.ts";
import type { StoreOwner } from "../domain/actor.ts";

export const PAGE_SIZE = 25;

const columns = { ...productColumns, isActive: products.isActive, version: products.version };
export type ProductRow = { [K in keyof typeof columns]: (typeof products.$inferSelect)[K] };
export type ProductFilter = { search: string } & PageParams;

/** Products of this store of this owner, newest first, a page at a time. */
export async function listProducts(db: Db, owner: StoreOwner, partnerId: string, filter: ProductFilter) {
  const { where, orderBy } = keyset([products.createdAt, products.id], filter);
  const rows = await db
    .select(columns)
    .from(products)
    .innerJoin(partners, eq(partners.id, products.partnerId))
    .where(and(ownStore(owner, partnerId), searchCondition(products.search, filter.search), where))
    .orderBy(...orderBy)
    .limit(PAGE_SIZE + 1);
  return paginate(rows, PAGE_SIZE, filter);
}

/** How many products this store of this owner has, counted up to 1,000. */
export const countProducts = (db: Db, owner: StoreOwner, partnerId: string): Promise<number> =>
  countUpTo(
    db,
    sql`${products} inner join ${partners} on ${partners.id} = ${products.partnerId} where ${ownStore(owner, partnerId)}`,
  );

export async function findProduct(db: Db, owner: StoreOwner, partnerId: string, id: string) {
  const [row] = await db
    .select(columns)
    .from(products)
    .innerJoin(partners, eq(partners.id, products.partnerId))
    .where(and(eq(products.id, id), ownStore(owner, partnerId)));
  return row ?? null;
}

/** The categories that the store uses, most used first: suggestions of the product form. */
export async function categoriesOf(db: Db, owner: StoreOwner, partnerId: string): Promise<string[]> {
  const rows = await db
    .select({ category: products.category })
    .from(products)
    .innerJoin(partners, eq(partners.id, products.partnerId))
    .where(and(ownStore(owner, partnerId), sql`${products.category} is not null`))
    .groupBy(products.category)
    .orderBy(desc(sql`count(*)`), asc(products.category))
    .limit(50);
  return rows.map((row) => row.category!);
}

export type ProductSaved = Result<{ id: string }, "invalid" | "not_found" | "conflict">;

export const PRODUCT_NOT_FOUND = refuse("not_found", "This product was removed or the link is wrong.");

type Checked = Result<{ values: ProductValues }, "invalid">;

/** Name, price (kobo) and stock of a validated form; refuses a picture that is not of this store. */
async function valuesOf(
  services: Services,
  owner: StoreOwner,
  partnerId: string,
  input: ProductForm,
): Promise<Checked> {
  const parsed = productValues(input);
  if (!parsed.ok) return refuse("invalid", parsed.errors);
  if (input.imageKey && !(await isPictureOf(services, owner, partnerId, input.imageKey))) {
    return refuse("invalid", { imageKey: "Choose the photo again" });
  }
  return parsed;
}

/**
 * Adds a product to a store of this owner. The same idempotency key again returns the first product; with other content
 * it is refused.
 */
export async function addProduct(
  services: Services,
  owner: StoreOwner,
  partnerId: string,
  input: ProductForm,
  key: string,
): Promise<ProductSaved> {
  const checked = await valuesOf(services, owner, partnerId, input);
  if (!checked.ok) return checked;
  const { values } = checked;
  const at = services.now();
  const id = randomUUID();
  // Without the photo: a form that carries its file is given a new key for it each time.
  const form = idempotencyKey(services, key, { partnerId, ...input, imageKey: "" });
  return services.db.transaction(async (tx) => {
    if (!(await ownsStore(tx, owner, partnerId))) return PRODUCT_NOT_FOUND;
    return withClaimedKey<Added, ProductSaved>(
      tx,
      form,
      {
        repeat: ({ productId }) => ({ ok: true, id: productId }),
        conflict: ({ name }) =>
          `This form already added ${name || "a product"}. The product below is not added yet. Send it again to add it as another product.`,
      },
      async () => {
        if (!(await claimKey(tx, form, { productId: id, name: values.name } satisfies Added, at)))
          return null;
        const imageKey = input.imageKey || null;
        await tx
          .insert(products)
          .values({ id, partnerId, ...values, imageKey, createdAt: at, updatedAt: at });
        return { ok: true, id };
      },
    );
  });
}

/** What is kept of an added product under its form's key. */
type Added = { productId: string; name?: string };

async function ownsStore(tx: Tx, owner: StoreOwner, partnerId: string): Promise<boolean> {
  const [row] = await tx.select({ id: partners.id }).from(partners).where(ownStore(owner, partnerId));
  return row !== undefined;
}

/**
 * Changes a product on the version that its form was filled with: a change made meanwhile (an order took stock, another
 * window saved) is refused and shown, not overwritten. A replaced picture is removed; an empty one keeps the current.
 */
export async function updateProduct(
  services: Services,
  owner: StoreOwner,
  partnerId: string,
  target: { id: string; version: number },
  input: ProductForm,
): Promise<ProductSaved> {
  const checked = await valuesOf(services, owner, partnerId, input);
  if (!checked.ok) return checked;
  const { values } = checked;
  return services.db.transaction(async (tx): Promise<ProductSaved> => {
    const [row] = await tx
      .select(columns)
      .from(products)
      .where(mine(tx, owner, partnerId, target.id))
      .for("update");
    if (!row) return PRODUCT_NOT_FOUND;
    if (row.version !== target.version) return refuse("conflict", changedMeanwhile(row));
    const imageKey = input.imageKey || (input.removeImage ? null : row.imageKey);
    await tx
      .update(products)
      .set({ ...values, imageKey, version: row.version + 1, updatedAt: services.now() })
      .where(eq(products.id, row.id));
    if (imageKey !== row.imageKey) await removePicture(tx, services, row.imageKey);
    return { ok: true, id: row.id };
  });
}

function changedMeanwhile({ stockQuantity, priceKobo }: ProductRow): string {
  const stock = stockQuantity === null ? "no counted stock" : `${stockQuantity} in stock`;
  return `Someone else changed this product: it is now ${formatNaira(priceKobo)} with ${stock}. Check it, then save again to replace that.`;
}

/**
 * Deletes a product; its lines in orders keep name and price. Its picture is removed with it. Refuses a product that is
 * not in this owner's store.
 */
export async function deleteProduct(
  services: Services,
  owner: StoreOwner,
  partnerId: string,
  id: string,
): Promise<Result<unknown, "not_found">> {
  return services.db.transaction(async (tx) => {
    const [row] = await tx
      .delete(products)
      .where(mine(tx, owner, partnerId, id))
      .returning({ imageKey: products.imageKey });
    if (!row) return PRODUCT_NOT_FOUND;
    await removePicture(tx, services, row.imageKey);
    return { ok: true };
  });
}

function mine(db: Tx, owner: StoreOwner, partnerId: string, id: string): SQL | undefined {
  return and(
    eq(products.id, id),
    inArray(
      products.partnerId,
      db.select({ id: partners.id }).from(partners).where(ownStore(owner, partnerId)),
    ),
  );
}
