import type { Context } from "hono";
import { isLoopback } from "./config.ts";

/** What a proxy adds to a request; without one nobody does. */
const OF_PROXIES = [
  "X-Forwarded-For",
  "X-Forwarded-Host",
  "X-Forwarded-Proto",
  "X-Real-IP",
  "Forwarded",
  "Via",
];

/**
 * Whether a request was made on this machine itself: under a loopback name, so that a page elsewhere whose name was bound
 * to this address anew (DNS rebinding) cannot ask, and without the headers of a proxy that stands in front unannounced.
 */
export function isFromOwnMachine(c: Context): boolean {
  const host = c.req.header("Host");
  const named = [new URL(c.req.url).hostname, host === undefined ? null : hostname(host)];
  if (named.some((name) => name !== null && !isLoopback(name))) return false;
  return !OF_PROXIES.some((name) => c.req.header(name) !== undefined);
}

function hostname(host: string): string {
  return URL.parse(`http://${host}`)?.hostname ?? "";
}
