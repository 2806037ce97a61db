import type { Route } from "./+types/robots.route";
import { servicesContext } from "../../platform/context.ts";

export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(servicesContext);
  const closed = [
    "/admin",
    "/store/dashboard",
    "/profile",
    "/auth-callback",
    "/mailbox",
    "/live",
    "/orders",
    "/r/",
  ];
  const text = [
    "User-agent: *",
    ...closed.map((path) => `Disallow: ${path}`),
    `Sitemap: ${origin}/sitemap.xml`,
    "",
  ].join("\n");
  return new Response(text, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" },
  });
}
