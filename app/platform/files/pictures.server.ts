/**
 * The pictures of stores: stored under generated keys, counted against a quota, removed when nothing shows them
 * (PICTURE-1).
 */
import { randomUUID } from "node:crypto";
import { and, eq, inArray, lt, notExists, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Tx } from "../db/client.server.ts";
import { partners, pictures, products } from "../db/schema.ts";
import { refuse, type Result } from "../http/result.ts";
import { waitText } from "../limits/rate-limiter.server.ts";
import type { Services } from "../services.server.ts";
import { smallKey } from "./picture-url.ts";
import { cleanPicture, TOO_MANY } from "./clean-picture.server.ts";
import { queueFileRemoval } from "./remove-pictures.server.ts";
import type { StoreOwner } from "../../domain/actor.ts";

/** The quota of one store, in bytes. */
export const STORE_QUOTA = 200 * 1024 * 1024;
/** How long an upload may stay without a form that uses it. */
const UNUSED_MS = 24 * 60 * 60 * 1000;
/** After this time the queue of pictures has moved on. */
const QUEUE_SECONDS = 5;
/** How many unused ones are removed with an upload. */
const UNUSED_AT_ONCE = 20;

export type PictureStored = Result<{ key: string }, "invalid" | "not_found" | "conflict" | "rate_limited">;

/**
 * Stores a picture that the owner uploaded for a store and returns its key. Refuses what cleanPicture refuses, more than
 * 60 uploads in 10 minutes for a store, what has no room in the queue of pictures, and what exceeds the store's quota. Also removes uploads of the store that no
 * form has used within a day.
 */
export async function storePicture(
  services: Services,
  owner: StoreOwner,
  partnerId: string,
  bytes: Uint8Array,
): Promise<PictureStored> {
  const { db, files, limits, now } = services;
  const mine = and(eq(partners.id, partnerId), eq(partners.userId, owner.person.id));
  const [store] = await db.select({ id: partners.id }).from(partners).where(mine);
  if (!store) return refuse("not_found", { imageKey: "This is not one of your stores." });
  const limit = await limits.consume("uploadPerStore", partnerId);
  if (!limit.ok) return tooMany(limit.retryAfterSeconds);
  const read = await cleanPicture(bytes, owner.person.id);
  if (!read.ok && read.busy) return tooMany(QUEUE_SECONDS);
  if (!read.ok) return refuse("invalid", { imageKey: read.error });
  await removeUnusedPictures(services, UNUSED_AT_ONCE, partnerId);

  const { large, small, width, height } = read.picture;
  const key = `${randomUUID()}.webp`;
  const size = large.length + small.length;
  const fits = await db.transaction(async (tx) => {
    // Locks the store's row: of two uploads at once only one can be the last that fits.
    const [owned] = await tx.select({ id: partners.id }).from(partners).where(mine).for("update");
    if (!owned) return false;
    const [{ used } = { used: 0 }] = await tx
      .select({ used: sql<number>`coalesce(sum(${pictures.bytes}), 0)::float8` })
      .from(pictures)
      .where(eq(pictures.partnerId, partnerId));
    if (used + size > STORE_QUOTA) return false;
    await tx.insert(pictures).values({ key, partnerId, bytes: size, width, height, createdAt: now() });
    return true;
  });
  if (!fits) {
    return refuse("conflict", {
      imageKey: "Your store already has 200 MB of photos. Remove some products' photos first.",
    });
  }
  // The row comes before the files: an interrupted upload is known and removed with the unused ones.
  await Promise.all([files.put(key, large, "image/webp"), files.put(smallKey(key), small, "image/webp")]);
  return { ok: true, key };
}

const tooMany = (wait: number) => refuse("rate_limited", { imageKey: `${TOO_MANY} ${waitText(wait)}` }, wait);

/** Whether a key is a picture of this store of this owner. */
export async function isPictureOf(
  db: Pick<Tx, "select">,
  owner: StoreOwner,
  partnerId: string,
  key: string,
): Promise<boolean> {
  const [row] = await db
    .select({ key: pictures.key })
    .from(pictures)
    .innerJoin(partners, eq(partners.id, pictures.partnerId))
    .where(and(eq(pictures.key, key), eq(partners.id, partnerId), eq(partners.userId, owner.person.id)));
  return row !== undefined;
}

/**
 * Removes a picture, unless a product or store still shows it: its row now, in the transaction of the change that
 * stopped using it, and its files by a job.
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
 * Removes at most `most` pictures that no form has used within a day, of one store or of all, and those whose store is
 * gone. Returns how many.
 */
export async function removeUnusedPictures(
  services: Pick<Services, "db" | "jobs" | "now">,
  most: number,
  partnerId?: string,
): Promise<number> {
  const old = new Date(services.now().getTime() - UNUSED_MS);
  return services.db.transaction(async (tx) => {
    const found = await tx
      .select({ key: pictures.key })
      .from(pictures)
      .where(
        and(
          lt(pictures.createdAt, old),
          partnerId ? eq(pictures.partnerId, partnerId) : undefined,
          unused(tx),
        ),
      )
      .limit(most)
      .for("update", { skipLocked: true });
    const keys = found.map(({ key }) => key);
    if (keys.length > 0) await tx.delete(pictures).where(inArray(pictures.key, keys));
    await queueFileRemoval(tx, services, keys);
    return keys.length;
  });
}

/** Shown by nothing. Checked within the picture's own store, since no other store can show it. */
function unused(tx: Tx) {
  const shownBy = (table: typeof products | typeof partners, store: AnyPgColumn) =>
    notExists(
      tx
        .select({ one: sql`1` })
        .from(table)
        .where(and(eq(store, pictures.partnerId), eq(table.imageKey, pictures.key))),
    );
  return and(shownBy(products, products.partnerId), shownBy(partners, partners.id));
}
