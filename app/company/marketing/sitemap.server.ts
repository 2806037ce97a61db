/** The stores in the sitemap. */
import { desc, isNull } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { stores } from "../../platform/db/schema.ts";

/**
 * The largest number of stores in the sitemap, which may list 50,000 URLs. The newest come first, since search engines
 * do not know them yet.
 */
const STORES = 40_000;

/** The slugs of stores, newest first. The URL of a store contains its slug. */
export async function newestSlugs(db: Db): Promise<string[]> {
  const newest = await db
    .select({ slug: stores.slug })
    .from(stores)
    .where(isNull(stores.hiddenAt))
    .orderBy(desc(stores.createdAt))
    .limit(STORES);
  return newest.map(({ slug }) => slug);
}
