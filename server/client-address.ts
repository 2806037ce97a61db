import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

/**
 * The client's address. Each proxy appends to X-Forwarded-For; only its last `trusted` entries were written by our
 * proxies, so the entry at that place counts and the rest is ignored. IPv6 is counted by its /64, which one household
 * or phone has to itself.
 */
export function clientAddress(c: Context, trusted: number): string {
  let address = connectionAddress(c);
  if (trusted > 0) {
    const hops = (c.req.header("X-Forwarded-For") ?? "")
      .split(",")
      .map((hop) => hop.trim())
      .filter(Boolean);
    address = hops.at(-trusted) ?? hops[0] ?? address;
  }
  address = address.replace(/^::ffff:/, "");
  return address.includes(":") ? expandIpv6(address).slice(0, 4).join(":") + "::/64" : address;
}

function connectionAddress(c: Context): string {
  try {
    return getConnInfo(c).remote.address ?? "0.0.0.0";
  } catch {
    return "127.0.0.1"; // Without a socket, as in tests.
  }
}

function expandIpv6(address: string): string[] {
  const [left = "", right] = address.split("%")[0]!.split("::");
  const head = left ? left.split(":") : [];
  const tail = right ? right.split(":") : [];
  const gap = right === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  return [...head, ...Array<string>(gap).fill("0"), ...tail];
}
