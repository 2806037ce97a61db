/** The pictures of stores: kept under keys of our own making, counted against a quota, gone when nothing shows them. */
import { randomUUID } from "node:crypto";
import { and, eq, lt, notExists, sql } from "drizzle-orm";
import type { StoreOwner } from "../accounts/actor.server.ts";
import { partners, pictures, products } from "../db/schema.ts";
import { waitText } from "../lib/limits.server.ts";
import type { Services } from "../services.server.ts";
import { shareKey, smallKey } from "./picture-url.ts";
import { readPicture } from "./read-picture.server.ts";

/** Bytes that one store may keep. */
export const STORE_QUOTA = 200 * 1024 * 1024;
/** How long an upload may wait for the form that uses it. */
const UNUSED_MS = 24 * 60 * 60 * 1000;

export type PictureStored =
  | { ok: true; key: string }
  | { ok: false; status: 400 | 404 | 413 | 429; error: string; retryAfterSeconds?: number };

/**
 * Stores an uploaded picture for a store of this owner and says its key. Refuses what readPicture refuses, more than 60
 * uploads in 10 minutes a store, and what goes over the store's quota. Uploads of the store that no form has used within a
 * day are removed on the way.
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
  if (!store) return { ok: false, status: 404, error: "This store is not among yours." };
  const verdict = await limits.hit("uploadPerStore", partnerId);
  if (!verdict.ok) {
    return {
      ok: false,
      status: 429,
      error: `Many photos came in a short time. ${waitText(verdict.retryAfterSeconds)}`,
      retryAfterSeconds: verdict.retryAfterSeconds,
    };
  }
  const read = await readPicture(bytes, partnerId);
  if (!read.ok) return { ok: false, status: 400, error: read.error };
  await removeUnused(services, partnerId);

  const { large, small, width, height } = read.picture;
  const key = `${randomUUID()}.webp`;
  await Promise.all([files.put(key, large, "image/webp"), files.put(smallKey(key), small, "image/webp")]);
  const size = large.length + small.length;
  const kept = await db.transaction(async (tx) => {
    // The store's row is the queue: two uploads at once cannot both be the last that fits.
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
  if (kept) return { ok: true, key };
  await Promise.all([files.remove(key), files.remove(smallKey(key))]);
  return {
    ok: false,
    status: 413,
    error: "Your store keeps 200 MB of photos already. Remove some products' photos first.",
  };
}

/** Whether a key is a picture of this store of this owner. */
export async function isPictureOf(
  { db }: Services,
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
 * Removes a picture's files and row, unless a product or store still shows it. Called after the commit of what stopped
 * using it. The row goes last: what is cut off in between is found again by the next upload.
 */
export async function removePicture(services: Services, key: string | null): Promise<void> {
  if (!key) return;
  const [row] = await services.db
    .select({ key: pictures.key })
    .from(pictures)
    .where(and(eq(pictures.key, key), ...unused(services)));
  if (row) await forget(services, row.key);
}

async function removeUnused(services: Services, partnerId: string): Promise<void> {
  const old = new Date(services.now().getTime() - UNUSED_MS);
  const rows = await services.db
    .select({ key: pictures.key })
    .from(pictures)
    .where(and(eq(pictures.partnerId, partnerId), lt(pictures.createdAt, old), ...unused(services)))
    .limit(20);
  for (const { key } of rows) await forget(services, key);
}

function unused({ db }: Services) {
  return [
    notExists(
      db
        .select({ one: sql`1` })
        .from(products)
        .where(and(eq(products.partnerId, pictures.partnerId), eq(products.imageKey, pictures.key))),
    ),
    notExists(
      db
        .select({ one: sql`1` })
        .from(partners)
        .where(and(eq(partners.id, pictures.partnerId), eq(partners.imageKey, pictures.key))),
    ),
  ];
}

async function forget({ db, files, log }: Services, key: string): Promise<void> {
  try {
    await Promise.all([key, smallKey(key), shareKey(key)].map((name) => files.remove(name)));
    await db.delete(pictures).where(eq(pictures.key, key));
  } catch (problem) {
    log.warn({ err: problem, key }, "a picture could not be removed yet");
  }
}
