/** PICTURE-1: removes unused pictures of stores. */
import { and, eq, inArray, lt, notExists, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Tx } from "../db/client.server.ts";
import { stores, pictures, products } from "../db/schema.ts";
import type { Services } from "../services.server.ts";
import { queueFileRemoval } from "./remove-pictures.server.ts";
import { transact } from "../db/transact.server.ts";

/** An uploaded picture is removed after this time if no product or store uses it. */
const UNUSED_MS = 24 * 60 * 60 * 1000;

/**
 * Removes a picture, unless a product or store still uses it. The row is deleted in the caller's transaction, which
 * also ends the use of the picture. A job deletes the files.
 */
export async function removePicture(
  tx: Tx,
  services: Pick<Services, "jobs">,
  key: string | null,
): Promise<void> {
  if (!key) return;
  const rows = await tx
    .delete(pictures)
    .where(and(eq(pictures.key, key), unused(tx)))
    .returning({ key: pictures.key });
  await queueFileRemoval(
    tx,
    services,
    rows.map((row) => row.key),
  );
}

/**
 * Removes at most `most` unused pictures that were uploaded more than a day ago. With `storeId`, removes only pictures
 * of that store. Returns the number of removed pictures.
 */
export async function removeUnusedPictures(
  services: Pick<Services, "db" | "jobs" | "now">,
  most: number,
  storeId?: string,
): Promise<number> {
  const old = new Date(services.now().getTime() - UNUSED_MS);
  return transact(services.db, async (tx) => {
    const found = await tx
      .select({ key: pictures.key })
      .from(pictures)
      .where(
        and(lt(pictures.createdAt, old), storeId ? eq(pictures.storeId, storeId) : undefined, unused(tx)),
      )
      .limit(most)
      .for("update", { skipLocked: true });
    const keys = found.map(({ key }) => key);
    if (keys.length > 0) await tx.delete(pictures).where(inArray(pictures.key, keys));
    await queueFileRemoval(tx, services, keys);
    return keys.length;
  });
}

/** Removes all unused pictures, in batches. */
export async function removeAllUnusedPictures(
  services: Pick<Services, "db" | "jobs" | "now">,
  batch: number,
): Promise<number> {
  for (let removed = 0; ;) {
    const some = await removeUnusedPictures(services, batch);
    removed += some;
    if (some < batch) return removed;
  }
}

/** Selects unused pictures. Searches only the picture's own store, because no other store can use the picture. */
function unused(tx: Tx) {
  const shownBy = (table: typeof products | typeof stores, store: AnyPgColumn) =>
    notExists(
      tx
        .select({ one: sql`1` })
        .from(table)
        .where(and(eq(store, pictures.storeId), eq(table.imageKey, pictures.key))),
    );
  return and(shownBy(products, products.storeId), shownBy(stores, stores.id));
}
