import type { Route } from "./+types/sitemap.route";
import { servicesContext } from "../../platform/context.ts";
import { activeHubs } from "../../places/hubs.server.ts";
import { newestSlugs } from "./sitemap.server.ts";

const PAGES = ["/", "/about", "/book", "/track", "/contact", "/stores", "/store/signup", "/signup", "/login"];

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { origin, db } = services;
  const [slugs, hubs] = await Promise.all([newestSlugs(db), activeHubs(services)]);
  const urls = [
    ...PAGES,
    ...(hubs.length > 0 ? ["/locations"] : []),
    ...slugs.map((slug) => `/stores/${encodeURIComponent(slug)}`),
  ];
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.map((path) => `<url><loc>${origin}${path}</loc></url>`).join("\n")}\n</urlset>\n`;
  return new Response(xml, {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
