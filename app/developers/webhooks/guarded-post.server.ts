/**
 * HOOK-3: sends a POST to a URL that a client chose. Only https, two ports and public IP addresses are allowed, so the
 * company's own machines stay out of reach. This process resolves the host name itself and checks the IP address to
 * which it then connects. A change of the name's address after a check (DNS rebinding) therefore has no effect.
 */
import { lookup as resolveName } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { Agent, request } from "undici";
import { ANSWER_MS, WEBHOOK_PORTS } from "../../domain/webhooks.ts";

const MOST_BYTES = 64 * 1024;
/** A URL without a port is called on 443. */
const PORTS = new Set(["", ...WEBHOOK_PORTS]);

/** Returns the reason why an address must not be called, or null. `loopback` allows http on this machine. */
export function refuseUrl(text: string, loopback: boolean): string | null {
  if (!URL.canParse(text)) return "This is no web address.";
  const url = new URL(text);
  if (url.username || url.password) return "Leave out user and password.";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (loopback && isLoopbackHost(host)) return null;
  if (url.protocol !== "https:") return "Begin with https://.";
  if (!PORTS.has(url.port)) return `Only the ports ${WEBHOOK_PORTS.join(" and ")} are called.`;
  if (ipaddr.isValid(host) && !isPublicAddress(host)) return "This address is not public.";
  if (/(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)\.?$/i.test(host))
    return "This address is not public.";
  return null;
}

/**
 * True for an address of the public internet. False for private, loopback, link-local (cloud metadata),
 * carrier-grade, multicast and reserved addresses, and for IPv6 addresses that carry an IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.kind() === "ipv4") return address.range() === "unicast";
  const six = address as ipaddr.IPv6;
  // An address that carries an IPv4 address (mapped, NAT64, 6to4, Teredo) has another range than unicast.
  return six.range() === "unicast" && (six.parts[0]! & 0xe000) === 0x2000;
}

const isLoopbackHost = (host: string): boolean =>
  host === "localhost" || (ipaddr.isValid(host) && ipaddr.process(host).range() === "loopback");

type Resolve = typeof resolveName;

/**
 * Returns a function that resolves a host name. It fails if one of the addresses is not public. The socket connects to
 * an address that this function returned.
 */
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

/** Makes the `post` function. Tests replace `resolve`, so that a host name gets another address. */
export function guardedPost({ loopback, resolve = resolveName }: { loopback: boolean; resolve?: Resolve }) {
  const agent = new Agent({
    connect: { lookup: publicOnly(loopback, resolve), timeout: ANSWER_MS },
    connections: 8,
    pipelining: 1,
    maxResponseSize: MOST_BYTES,
    bodyTimeout: ANSWER_MS,
    headersTimeout: ANSWER_MS,
  });
  const post = async (url: string, headers: Record<string, string>, body: string): Promise<Posted> => {
    const begun = performance.now();
    const done = (part: Partial<Posted>): Posted => ({
      ...{ status: null, problem: null, answer: "", retryAfter: null },
      ...part,
      ms: Math.round(performance.now() - begun),
    });
    // A numeric address in a URL is not resolved, so the address is checked here before each try.
    const refused = refuseUrl(url, loopback);
    if (refused) return done({ problem: refused });
    try {
      const response = await request(url, {
        method: "POST",
        headers,
        body,
        dispatcher: agent,
        signal: AbortSignal.timeout(ANSWER_MS),
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
