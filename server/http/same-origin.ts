/** WEB-2: a change must come from our own pages. A foreign or missing Origin, and a cross-site fetch, are refused. */
import type { MiddlewareHandler } from "hono";
import { isLoopback } from "../../app/platform/http/is-loopback.ts";
import { plainRefusal } from "./plain-page.ts";

/**
 * RECEIVER-1: the receiver's page is sent without Referer, so a browser sends 'null' as the Origin of its forms. 'null'
 * is accepted at this URL, because no cookie gives these forms a right: only the token in the URL does, which a foreign
 * page does not know.
 */
const NO_REFERRER = /^\/r\/[^/]+$/;

/**
 * DEMO-1: the receiver's page of the demo has the doors of the others, and for the same reason 'null' as its Origin.
 * Only a browser that says that the page is ours may send it.
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
  // On the visitor's own machine 127.0.0.1 and localhost count as the same host.
  const url = URL.parse(from);
  return (
    !!url &&
    isLoopback(own.hostname) &&
    isLoopback(url.hostname) &&
    url.port === own.port &&
    url.protocol === own.protocol
  );
}
