/** The stores in the sitemap. */
import { desc, isNull } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { stores } from "../../platform/db/schema.ts";

/** A sitemap may list 50,000 URLs. The newest stores come first: search engines do not know them yet. */
const STORES = 40_000;

/** Returns the slugs of the stores, which are parts of their URLs. The newest store is first. */
export async function newestSlugs(db: Db): Promise<string[]> {
  const newest = await db
    .select({ slug: stores.slug })
    .from(stores)
    .where(isNull(stores.hiddenAt))
    .orderBy(desc(stores.createdAt))
    .limit(STORES);
  return newest.map(({ slug }) => slug);
}
