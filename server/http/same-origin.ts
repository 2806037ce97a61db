/** WEB-2: accepts changes only from our own pages. Refuses a missing or foreign Origin, and a cross-site fetch. */
import type { MiddlewareHandler } from "hono";
import { isLoopback } from "../../app/platform/http/is-loopback.ts";
import { plainRefusal } from "./plain-page.ts";

/**
 * RECEIVER-1: the receiver's page sends no Referer, so a browser sends 'null' as the Origin of the page's forms. 'null'
 * is safe here, because only the token in the URL gives a right, and a foreign page does not know the token.
 */
const NO_REFERRER = /^\/r\/[^/]+$/;

/**
 * DEMO-1: the path of the demo's forms that sign a visitor in. On the receiver's page these forms send 'null', too.
 * They are accepted only if the browser confirms that the page is ours (Sec-Fetch-Site).
 */
const DOORS = "/demo";

export function sameOrigin(origin: string): MiddlewareHandler {
  const own = new URL(origin);
  return async (c, next) => {
    if (c.req.method === "GET" || c.req.method === "HEAD") return next();
    const from = c.req.header("Origin");
    const site = c.req.header("Sec-Fetch-Site");
    if (from === "null" && NO_REFERRER.test(c.req.path) && (!site || site === "same-origin")) return next();
    if (from === "null" && c.req.path === DOORS && site === "same-origin") return next();
    if (!from || !isOwn(from, own) || site === "cross-site") return plainRefusal.foreign(c, origin);
    return next();
  };
}

function isOwn(from: string, own: URL): boolean {
  if (from === own.origin) return true;
  // On the visitor's own machine, 127.0.0.1 and localhost count as the same host.
  const url = URL.parse(from);
  return (
    !!url &&
    isLoopback(own.hostname) &&
    isLoopback(url.hostname) &&
    url.port === own.port &&
    url.protocol === own.protocol
  );
}
