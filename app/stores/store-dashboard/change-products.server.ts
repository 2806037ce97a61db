/** OWNER-5: the owner adds, changes and deletes products of a store. Products of other owners are not found. */
import { and, eq, inArray } from "drizzle-orm";
import * as z from "zod";
import { storeOwner } from "../../access/by.server.ts";
import type { StoreOwner } from "../../access/actor.ts";
import { stores, products } from "../../platform/db/schema.ts";
import { removePicture } from "../../platform/files/pictures.server.ts";
import { uuidField } from "../../platform/http/fields.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { PRODUCT_SENT_BEFORE, refuse } from "./messages.ts";
import { findOwnStore, ownStore } from "./my-stores.server.ts";
import { productForm, productValues } from "./products.ts";
import { isPictureOf } from "./store-picture.server.ts";

const ofStore = z.object({ storeId: uuidField });
const ofProduct = ofStore.extend({ id: z.string().max(40) });

/** Adds a product to a store of this owner. */
export const addProduct = operation({
  name: "store_office.add_product",
  by: storeOwner,
  input: productForm.extend(ofStore.shape),
  // The hash by which a repeated form is recognised leaves out the key of the picture. Without JavaScript the form
  // contains the picture's file, which gets a new key each time.
  secrets: ["imageKey"],
  on: findOwnStore,
  run: async (work, input, store) => {
    const { tx, at } = work;
    if (!(await isOwnPicture(work, input))) return refuse("invalid", "not_your_photo");
    const imageKey = input.imageKey || null;
    const [product] = await tx
      .insert(products)
      .values({ storeId: store.id, ...productValues(input), imageKey, createdAt: at, updatedAt: at })
      .returning({ id: products.id });
    return { ok: true, id: product!.id };
  },
  conflict: () => PRODUCT_SENT_BEFORE,
});

/**
 * Changes a product, if the version is still the one that the form showed. Refuses if the product has changed since,
 * for example because an order took some of its stock. The form then shows the new values instead of overwriting them.
 * A replaced picture is deleted. An empty picture field keeps the current picture.
 */
export const updateProduct = operation({
  name: "store_office.update_product",
  by: storeOwner,
  keyless: true,
  input: productForm.extend({
    ...ofProduct.shape,
    version: z.coerce.number().int().positive().max(2_000_000_000),
  }),
  on: lockProduct,
  run: async (work, input, product) => {
    const { services, tx, at } = work;
    if (!(await isOwnPicture(work, input))) return refuse("invalid", "not_your_photo");
    if (product.version !== input.version) return refuse("conflict", "changed_meanwhile", product);
    const imageKey = input.imageKey || (input.removeImage ? null : product.imageKey);
    await tx
      .update(products)
      .set({ ...productValues(input), imageKey, version: product.version + 1, updatedAt: at })
      .where(eq(products.id, product.id));
    if (imageKey !== product.imageKey) await removePicture(tx, services, product.imageKey);
    return { ok: true, id: product.id };
  },
});

/** Deletes a product with its picture. Orders keep the product's name and price. */
export const deleteProduct = operation({
  name: "store_office.delete_product",
  by: storeOwner,
  keyless: true,
  input: ofProduct,
  on: lockProduct,
  run: async ({ services, tx }, _, { id, imageKey }) => {
    await tx.delete(products).where(eq(products.id, id));
    await removePicture(tx, services, imageKey);
    return { ok: true };
  },
});

async function lockProduct({ tx, actor }: Work<StoreOwner>, { storeId, id }: z.infer<typeof ofProduct>) {
  if (!isUuid(id)) return refuse("not_found", "product_gone");
  const { version, imageKey, priceKobo, stockQuantity } = products;
  const own = tx.select({ id: stores.id }).from(stores).where(ownStore(actor, storeId));
  const [row] = await tx
    .select({ id: products.id, version, imageKey, priceKobo, stockQuantity })
    .from(products)
    .where(and(eq(products.id, id), inArray(products.storeId, own)))
    .for("update");
  return row ?? refuse("not_found", "product_gone");
}

type WithPicture = { storeId: string; imageKey: string };

const isOwnPicture = async ({ tx, actor }: Work<StoreOwner>, { storeId, imageKey }: WithPicture) =>
  imageKey === "" || isPictureOf(tx, actor, storeId, imageKey);
