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
 * True if a request was made on this machine: its connection comes from here, which cannot be forged, its Host is a
 * loopback name, which excludes DNS rebinding, and it has none of the headers that a proxy in front would add. A
 * request without a connection, as tests send it, was made in this process.
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
