/**
 * Loads the sample stores and prices, at the first start with a new embedded database or by the operator's command. The
 * first start also requests the demo's story (tell-story.ts).
 */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { listKey, smallKey } from "../../app/platform/files/picture-url.ts";
import type { Files } from "../../app/platform/files/file-store.ts";
import { productPicture, drawStorePicture } from "./sample-art.ts";
import { SAMPLE_PRICES } from "./sample-prices.ts";
import { SAMPLE_STORES } from "./sample-stores.ts";
import { STORY_DAYS } from "./story-time.ts";
import { addDays, lagosDay } from "../../app/domain/dates.ts";
import { STORY_WANTED } from "../../app/domain/demo-doors.ts";
import type { Db, Tx } from "../../app/platform/db/client.server.ts";
import {
  bookings,
  oneTimeSeeds,
  pictures,
  stores,
  priceLists,
  products,
} from "../../app/platform/db/schema.ts";
import { transact } from "../../app/platform/db/transact.server.ts";

export type Seeded = { stores: number; products: number };

const DONE = "sample_stores";
const AT_ONCE = 3;

/**
 * Loads six sample stores without an owner, with products and pictures. Existing data is never changed.
 *
 * - Without `again`: returns null if there is any store, or if the sample stores were loaded before, even if they were
 *   deleted since. Otherwise also adds the sample prices if there is no price list. If it added them and there is no
 *   booking, it also requests the demo's story.
 * - With `again`: returns null only if there is any store. Adds no prices and requests no story.
 *
 * One transaction writes all rows, after the pictures were stored. So two processes that run at the same time load the
 * stores only once.
 */
export async function seedSampleStores(
  db: Db,
  files: Files,
  at: Date,
  { again = false } = {},
): Promise<Seeded | null> {
  if (await settled(db, again)) return null;
  const drawn = await drawAll(files);
  return transact(db, async (tx) => {
    const row = tx.insert(oneTimeSeeds).values({ name: DONE, at });
    // The insert locks its row until the transaction ends. A second process waits here, and then finds the stores that
    // the first process loaded.
    const [mine] = await (
      again ? row.onConflictDoUpdate({ target: oneTimeSeeds.name, set: { at } }) : row.onConflictDoNothing()
    ).returning({ name: oneTimeSeeds.name });
    const [any] = await tx.select({ id: stores.id }).from(stores).limit(1);
    if (!mine || any) return null;
    let count = 0;
    for (const [index, store] of SAMPLE_STORES.entries()) {
      const createdAt = addDays(at, index - SAMPLE_STORES.length - STORY_DAYS);
      const [row] = await tx
        .insert(stores)
        .values({
          slug: store.slug,
          businessName: store.name,
          category: store.category,
          email: `${store.slug}@stores.onadelivery.example`,
          phone: store.phone,
          address: store.address,
          description: store.description,
          imageKey: drawn.get(store.slug)?.key,
          createdAt,
          updatedAt: createdAt,
        })
        .returning({ id: stores.id });
      const rows = store.products.map((product, place) => ({
        storeId: row!.id,
        name: product.name,
        description: product.description,
        category: product.category,
        priceKobo: product.naira * 100,
        stockQuantity: product.stock,
        imageKey: drawn.get(`${store.slug}/${product.name}`)?.key,
        // The first product gets the newest time, because the page lists the newest product first.
        createdAt: new Date(createdAt.getTime() - place * 1000),
        updatedAt: createdAt,
      }));
      await tx.insert(products).values(rows);
      const its = [...drawn].filter(([name]) => name === store.slug || name.startsWith(`${store.slug}/`));
      await tx.insert(pictures).values(its.map(([, file]) => ({ ...file, storeId: row!.id, createdAt })));
      count += rows.length;
    }
    // The operator's command (`again`) requests no story, because its database may have real bookings.
    if (!again && (await publishSamplePrices(tx, at)) && (await tx.$count(bookings)) === 0)
      await tx.insert(oneTimeSeeds).values({ name: STORY_WANTED, at });
    return { stores: SAMPLE_STORES.length, products: count };
  });
}

/** Publishes the sample prices as version 1 if there is no price list. Returns true if they were published. */
async function publishSamplePrices(tx: Tx, at: Date): Promise<boolean> {
  const [any] = await tx.select({ id: priceLists.id }).from(priceLists).limit(1);
  if (any) return false;
  const since = addDays(at, -STORY_DAYS - 7);
  await tx.insert(priceLists).values({
    version: 1,
    validFrom: lagosDay(since),
    // The price of a return is half the price of the delivery.
    document: { ...SAMPLE_PRICES, returnPerMille: 500 },
    publishedAt: since,
    publishedByName: "Emeka Nwosu",
    createdAt: since,
    updatedAt: since,
  });
  return true;
}

async function settled(db: Db, again: boolean): Promise<boolean> {
  const [done] = await db
    .select({ name: oneTimeSeeds.name })
    .from(oneTimeSeeds)
    .where(eq(oneTimeSeeds.name, DONE));
  if (done && !again) return true;
  const [any] = await db.select({ id: stores.id }).from(stores).limit(1);
  return any !== undefined;
}

type Drawn = { key: string; bytes: number; width: number; height: number };

/** Draws and stores every picture in three sizes. Returns them by `store` and `store/product`. */
async function drawAll(files: Files): Promise<Map<string, Drawn>> {
  const wanted = SAMPLE_STORES.flatMap((store) => [
    { name: store.slug, svg: drawStorePicture(store.stall.goods, store.grounds[0]!, store.stall.cloth) },
    ...store.products.map((product, place) => ({
      name: `${store.slug}/${product.name}`,
      svg: productPicture(product.drawing, store.grounds[place % store.grounds.length]!),
    })),
  ]);
  const drawn = new Map<string, Drawn>();
  const queue = wanted.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const { name, svg } of queue) {
        const key = `${randomUUID()}.webp`;
        const whole = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
        const { width, height, channels } = whole.info;
        const picture = () => sharp(whole.data, { raw: { width, height, channels } });
        const large = await picture().webp({ quality: 78, effort: 2 }).toBuffer();
        const small = await picture().resize(480).webp({ quality: 60 }).toBuffer();
        await files.put(key, large, "image/webp");
        const forLists = await picture().resize(320).webp({ quality: 60 }).toBuffer();
        await files.put(smallKey(key), small, "image/webp");
        await files.put(listKey(key), forLists, "image/webp");
        const bytes = large.length + small.length + forLists.length;
        drawn.set(name, { key, bytes, width, height });
      }
    }),
  );
  return drawn;
}
