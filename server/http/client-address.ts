import { isIPv4, isIPv6, SocketAddress } from "node:net";
import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";

export function clientAddress(c: Context, trusted: number): string {
  return addressOf(connectionAddress(c), c.req.header("X-Forwarded-For") ?? "", trusted);
}

/**
 * Returns the IP address of a request's client. Each proxy appends an entry to X-Forwarded-For, so only the last
 * `trusted` entries are from our proxies. The first of these entries names the client. Earlier entries may be forged.
 * An IPv6 address is shortened to its /64, which belongs to one household or phone.
 */
export function addressOf(connection: string, forwarded: string, trusted: number): string {
  let address = connection;
  if (trusted > 0) {
    const hops = forwarded
      .split(",")
      .map((hop) => hop.trim())
      .filter(Boolean);
    address = hops.at(-trusted) ?? hops[0] ?? address;
  }
  // Proxies may add a port, and then brackets around an IPv6 address. Link-local addresses contain the interface (%).
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d+)?$/.exec(address) ?? [];
  const bare = (bracketed ?? plain ?? address).split("%")[0]!;
  if (!isIPv6(bare)) return isIPv4(bare) ? bare : address;
  // SocketAddress always writes an IPv6 address in the same spelling.
  const written = new SocketAddress({ address: bare, family: "ipv6" }).address;
  const inIpv4 = written.replace(/^::ffff:/, "");
  return isIPv4(inIpv4) ? inIpv4 : expandIpv6(written).slice(0, 4).join(":") + "::/64";
}

function connectionAddress(c: Context): string {
  try {
    return getConnInfo(c).remote.address ?? "0.0.0.0";
  } catch {
    return "127.0.0.1"; // Without a socket, as in tests.
  }
}

function expandIpv6(address: string): string[] {
  const [left = "", right] = address.split("::");
  const head = left ? left.split(":") : [];
  const tail = right ? right.split(":") : [];
  const gap = right === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  return [...head, ...Array<string>(gap).fill("0"), ...tail];
}
