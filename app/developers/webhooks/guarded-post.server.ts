/**
 * HOOK-3: a POST to an address that somebody else chose. Nothing of ours can be reached by it: https only, on two ports,
 * never to an address that is not public. The address is checked while connecting, after our own resolving, so that a
 * name that changes its address between check and connection (DNS rebinding) gains nothing.
 */
import { lookup as resolveName } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { Agent, request } from "undici";

const TIMEOUT_MS = 15_000;
const MOST_BYTES = 64 * 1024;
const PORTS = new Set(["", "443", "8443"]);

/** Why an address cannot be called; null if it can. `loopback`: http on this machine is let through, for development. */
export function refuseUrl(text: string, loopback: boolean): string | null {
  if (!URL.canParse(text)) return "This is no web address.";
  const url = new URL(text);
  if (url.username || url.password) return "Leave out user and password.";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (loopback && isLoopbackHost(host)) return null;
  if (url.protocol !== "https:") return "Begin with https://.";
  if (!PORTS.has(url.port)) return "Only the ports 443 and 8443 are called.";
  if (ipaddr.isValid(host) && !isPublicAddress(host)) return "This address is not public.";
  if (/(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)\.?$/i.test(host))
    return "This address is not public.";
  return null;
}

/**
 * True for an address of the public internet: not private, loopback, link-local (which has the metadata services of
 * clouds), carrier-grade, multicast, reserved, nor an IPv4 address inside an IPv6 one that is none of these.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.kind() === "ipv4") return address.range() === "unicast";
  const six = address as ipaddr.IPv6;
  // Every form that carries an IPv4 address (mapped, NAT64, 6to4, Teredo) has a range of its own, which is not unicast.
  return six.range() === "unicast" && (six.parts[0]! & 0xe000) === 0x2000;
}

const isLoopbackHost = (host: string): boolean =>
  host === "localhost" || (ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback");

type Resolve = typeof resolveName;

/** Resolves a name, and hands on only public addresses. The socket connects to what this returns. */
const publicOnly =
  (loopback: boolean, resolve: Resolve): LookupFunction =>
  (host, options, callback) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, "", 0);
      const wrong = found.find(
        ({ address }) => !isPublicAddress(address) && !(loopback && isLoopbackHost(address)),
      );
      const [first] = found;
      if (wrong || !first)
        return callback(new Error("the name leads to an address that is not public"), "", 0);
      if (options.all) return callback(null, found);
      return callback(null, first.address, first.family);
    });

export type Posted = {
  status: number | null;
  problem: string | null;
  answer: string;
  retryAfter: string | null;
  ms: number;
};

/** Makes the function that posts. `resolve` is replaced in tests that move a name. */
export function guardedPost({ loopback, resolve = resolveName }: { loopback: boolean; resolve?: Resolve }) {
  const agent = new Agent({
    connect: { lookup: publicOnly(loopback, resolve), timeout: TIMEOUT_MS },
    connections: 8,
    pipelining: 1,
    maxResponseSize: MOST_BYTES,
    bodyTimeout: TIMEOUT_MS,
    headersTimeout: TIMEOUT_MS,
  });
  const post = async (url: string, headers: Record<string, string>, body: string): Promise<Posted> => {
    const begun = performance.now();
    const done = (part: Partial<Posted>): Posted => ({
      ...{ status: null, problem: null, answer: "", retryAfter: null },
      ...part,
      ms: Math.round(performance.now() - begun),
    });
    // An address that is a number is not resolved, so it is checked here, at each try.
    const refused = refuseUrl(url, loopback);
    if (refused) return done({ problem: refused });
    try {
      const response = await request(url, {
        method: "POST",
        headers,
        body,
        dispatcher: agent,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      const answer = await response.body.text().catch(() => "");
      const retryAfter = response.headers["retry-after"];
      return done({
        status: response.statusCode,
        answer: answer.slice(0, 2048).replaceAll("\0", ""),
        retryAfter: typeof retryAfter === "string" ? retryAfter : null,
      });
    } catch (error) {
      return done({ problem: (error as Error).message.slice(0, 300) || "no answer" });
    }
  };
  return { post, close: () => agent.destroy() };
}
export type Poster = ReturnType<typeof guardedPost>;
