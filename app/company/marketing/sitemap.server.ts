/** The stores in the sitemap. */
import { desc } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { stores } from "../../platform/db/schema.ts";

/** A sitemap may list 50,000 addresses. The newest stores come first, since search engines do not know them yet. */
const STORES = 40_000;

/** Their slugs, newest first. */
export async function newestSlugs(db: Db): Promise<string[]> {
  const newest = await db
    .select({ slug: stores.slug })
    .from(stores)
    .orderBy(desc(stores.createdAt))
    .limit(STORES);
  return newest.map(({ slug }) => slug);
}
