import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { isLoopback } from "../../app/platform/http/is-loopback.ts";

/** Headers that proxies add to a request. */
const OF_PROXIES = [
  "X-Forwarded-For",
  "X-Forwarded-Host",
  "X-Forwarded-Proto",
  "X-Real-IP",
  "Forwarded",
  "Via",
];

/**
 * True for a request from this machine. Its connection is local, which cannot be forged. Its Host is a loopback name,
 * which excludes DNS rebinding. No proxy has added a header. A test's request, which has no connection, counts as well.
 */
export function isFromOwnMachine(c: Context): boolean {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  if (incoming && !isLoopback((incoming.socket.remoteAddress ?? "").replace(/^::ffff:/, ""))) return false;
  const host = c.req.header("Host");
  const named = [new URL(c.req.url).hostname, host === undefined ? null : hostname(host)];
  if (named.some((name) => name !== null && !isLoopback(name))) return false;
  return !OF_PROXIES.some((name) => c.req.header(name) !== undefined);
}

function hostname(host: string): string {
  return URL.parse(`http://${host}`)?.hostname ?? "";
}
