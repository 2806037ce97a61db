/** PICTURE-1: stores owners' pictures under generated keys, counted against the store's quota. */
import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { StoreOwner } from "../../access/actor.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { stores, pictures } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { cleanPicture, TOO_MANY } from "../../platform/files/clean-picture.server.ts";
import { listKey, smallKey } from "../../platform/files/picture-url.ts";
import { removeUnusedPictures } from "../../platform/files/pictures.server.ts";
import { refuse, type Result } from "../../platform/http/result.ts";
import { MINUTE, rateLimit } from "../../platform/limits/rate-limit.ts";
import { waitText } from "../../platform/limits/rate-limiter.server.ts";
import type { Services } from "../../platform/services.server.ts";

export const UPLOADS_PER_STORE = rateLimit("uploadPerStore", 60, 10 * MINUTE);

/** The quota of a store's pictures in bytes. */
export const STORE_QUOTA = 200 * 1024 * 1024;
/** If too many pictures are being processed, the owner may try again after this number of seconds. */
const QUEUE_SECONDS = 5;
/** An upload removes at most this many unused pictures. */
const UNUSED_AT_ONCE = 20;

export type PictureStored = Result<{ key: string }, "invalid" | "not_found" | "conflict" | "rate_limited">;

/**
 * Stores a picture that the owner uploaded for a store, and returns its key. Also removes uploads of this store that no
 * form has used within a day. Refuses an upload in these cases:
 *
 * - The store had 60 uploads within the last 10 minutes.
 * - Too many pictures are being processed now.
 * - cleanPicture refuses the picture.
 * - The store's pictures would exceed the quota.
 */
export async function storePicture(
  services: Services,
  owner: StoreOwner,
  storeId: string,
  bytes: Uint8Array,
): Promise<PictureStored> {
  const { db, files, limits, now } = services;
  const mine = and(eq(stores.id, storeId), eq(stores.userId, owner.person.id));
  const [store] = await db.select({ id: stores.id }).from(stores).where(mine);
  if (!store) return refuse("not_found", { imageKey: "This is not one of your stores." });
  const limit = await limits.consume(UPLOADS_PER_STORE, storeId);
  if (!limit.ok) return tooMany(limit.retryAfterSeconds);
  const read = await cleanPicture(bytes, owner.person.id);
  if (!read.ok && read.busy) return tooMany(QUEUE_SECONDS);
  if (!read.ok) return refuse("invalid", { imageKey: read.error });
  await removeUnusedPictures(services, UNUSED_AT_ONCE, storeId);

  const { large, small, forLists, width, height } = read.picture;
  const key = `${randomUUID()}.webp`;
  const size = large.length + small.length + forLists.length;
  const fits = await transact(db, async (tx) => {
    // Locks the store's row. Otherwise two simultaneous uploads could exceed the quota together.
    const [owned] = await tx.select({ id: stores.id }).from(stores).where(mine).for("update");
    if (!owned) return false;
    const [{ used } = { used: 0 }] = await tx
      .select({ used: sql<number>`coalesce(sum(${pictures.bytes}), 0)::float8` })
      .from(pictures)
      .where(eq(pictures.storeId, storeId));
    if (used + size > STORE_QUOTA) return false;
    await tx.insert(pictures).values({ key, storeId, bytes: size, width, height, createdAt: now() });
    return true;
  });
  if (!fits) {
    return refuse("conflict", {
      imageKey: "Your store already has 200 MB of photos. Remove some products' photos first.",
    });
  }
  // The row in the database is written before the files. If the upload is interrupted in between, the row is an unused
  // picture, which a later upload removes.
  const sizes = [[key, large], [smallKey(key), small], [listKey(key), forLists]] as const; // prettier-ignore
  await Promise.all(sizes.map(([name, bytes]) => files.put(name, bytes, "image/webp")));
  return { ok: true, key };
}

const tooMany = (wait: number) => refuse("rate_limited", { imageKey: `${TOO_MANY} ${waitText(wait)}` }, wait);

/** True if a key belongs to a picture of this owner's store. */
export async function isPictureOf(
  db: Pick<Tx, "select">,
  owner: StoreOwner,
  storeId: string,
  key: string,
): Promise<boolean> {
  const [row] = await db
    .select({ key: pictures.key })
    .from(pictures)
    .innerJoin(stores, eq(stores.id, pictures.storeId))
    .where(and(eq(pictures.key, key), eq(stores.id, storeId), eq(stores.userId, owner.person.id)));
  return row !== undefined;
}
