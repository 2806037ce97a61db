import { desc } from "drizzle-orm";
import type { Route } from "./+types/sitemap.route";
import { servicesContext } from "../context.ts";
import { partners } from "../db/schema.ts";

const PAGES = ["/", "/about", "/book", "/track", "/contact", "/stores", "/store/signup", "/signup", "/login"];
/** A sitemap may name 50,000 addresses; the newest stores are the ones a search engine does not know yet. */
const STORES = 40_000;

export async function loader({ context }: Route.LoaderArgs) {
  const { origin, db } = context.get(servicesContext);
  const stores = await db
    .select({ slug: partners.slug })
    .from(partners)
    .orderBy(desc(partners.createdAt))
    .limit(STORES);
  const urls = [...PAGES, ...stores.map((store) => `/stores/${encodeURIComponent(store.slug)}`)];
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.map((path) => `<url><loc>${origin}${path}</loc></url>`).join("\n")}\n</urlset>\n`;
  return new Response(xml, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
