/** The stores that the sitemap names. */
import { desc } from "drizzle-orm";
import type { Db } from "../platform/db/client.server.ts";
import { partners } from "../platform/db/schema.ts";

/** A sitemap may name 50,000 addresses; the newest stores are the ones a search engine does not know yet. */
const STORES = 40_000;

/** Their slugs, newest first. */
export async function newestSlugs(db: Db): Promise<string[]> {
  const stores = await db
    .select({ slug: partners.slug })
    .from(partners)
    .orderBy(desc(partners.createdAt))
    .limit(STORES);
  return stores.map(({ slug }) => slug);
}
