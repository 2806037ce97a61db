/** A change must come from our own pages: a foreign or missing Origin, or a cross-site fetch, is refused (security.md 21). */
import type { MiddlewareHandler } from "hono";
import { isLoopback } from "./config.ts";
import { plainPage } from "./plain-page.ts";

export function sameOrigin(origin: string): MiddlewareHandler {
  const own = new URL(origin);
  return async (c, next) => {
    if (c.req.method === "GET" || c.req.method === "HEAD") return next();
    const from = c.req.header("Origin");
    const site = c.req.header("Sec-Fetch-Site");
    if (!from || !isOwn(from, own) || site === "cross-site") return c.html(plainPage.foreign(origin), 403);
    return next();
  };
}

function isOwn(from: string, own: URL): boolean {
  if (from === own.origin) return true;
  // On one's own machine 127.0.0.1 and localhost are the same place.
  const url = URL.parse(from);
  return (
    !!url &&
    isLoopback(own.hostname) &&
    isLoopback(url.hostname) &&
    url.port === own.port &&
    url.protocol === own.protocol
  );
}
