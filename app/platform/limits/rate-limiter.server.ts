/**
 * WEB-4: rate limits. They are counted in the database and by its clock, so that they hold across processes and
 * restarts. A login account together with an IP address has a tight limit. An IP address alone has a loose limit,
 * because thousands of people may share it. Guesses are also limited over all IP addresses together
 * (docs/decisions/0004-rate-limiting.md).
 */
import { createHash } from "node:crypto";
import type { Queries } from "../db/connection.server.ts";
import { refuse, type Refusal } from "../http/result.ts";
import { rememberBlocked } from "./blocked-until.ts";
import { type CountedKey, type CountRow, countTogether } from "./count-together.server.ts";
import { BLOCK, CLEAR, GIVE_BACK, LONGEST_SECONDS, READ } from "./limit-statements.ts";
import type { BrowserAndIp, RateLimit } from "./rate-limit.ts";
import { waitText } from "./wait-text.ts";

/** The state of a limit after an attempt, for the headers of the API's responses. */
export type CountedLimit = {
  ok: boolean;
  limit: number;
  left: number;
  resetSeconds: number;
  duration: number;
};
export type RateLimitResult = { ok: true } | { ok: false; retryAfterSeconds: number };
export type Count = readonly [limit: RateLimit, key: string];

export type Limits = {
  /** Counts one attempt and returns whether it is within the limit. */
  consume(limit: RateLimit, key: string): Promise<RateLimitResult>;
  count(limit: RateLimit, key: string): Promise<CountedLimit>;
  /** Counts one attempt on two keys. If the tight limit refuses the attempt, the loose limit does not count it. */
  consumeBoth(tight: Count, loose: Count): Promise<RateLimitResult>;
  /** Returns whether the next attempt would be within the limit. This call is not counted as an attempt. */
  get(limit: RateLimit, key: string): Promise<RateLimitResult>;
  /** Blocks a key for `seconds`, whatever its count. */
  block(limit: RateLimit, key: string, seconds: number): Promise<void>;
  /** Subtracts one point, for example after a correct password. Other attempts on the same key stay counted. */
  giveBack(limit: RateLimit, key: string): Promise<void>;
  /**
   * Resets a key, for example after a correct password. Use it only for a key on which no other person's attempts
   * count.
   */
  clear(limit: RateLimit, key: string): Promise<void>;
  /** Returns the points and seconds of a limit, for callers that count rows in tables of their own. */
  allowed(limit: RateLimit): { points: number; seconds: number };
};

/** The IP address of a request, and the id of its browser if the request has the browser's cookie. */
export type RequestOrigin = { ip: string; browser?: { id: string } | null };

/** Returns the key of a browser at an IP address. All browsers without a cookie at one address share a key. */
export function browserKey({ ip, browser }: RequestOrigin): string {
  return `${ip} ${browser?.id ?? "-"}`;
}

/**
 * Counts an attempt on each key until a limit refuses the attempt. The tight limits must come first, so that an attempt
 * that a tight limit refuses does not count towards a limit that many people share.
 */
export async function consumeEach(limits: Limits, counts: readonly Count[]): Promise<RateLimitResult> {
  for (const [limit, key] of counts) {
    const counted = await limits.consume(limit, key);
    if (!counted.ok) return counted;
  }
  return { ok: true };
}

/** Counts an attempt for the browser (tight limit) and for its IP address (loose limit). */
export function consumeFrom(
  limits: Limits,
  { perBrowser, perIp }: BrowserAndIp,
  from: RequestOrigin,
): Promise<RateLimitResult> {
  return limits.consumeBoth([perBrowser, browserKey(from)], [perIp, from.ip]);
}

/** A count above every limit. A blocked key gets this count. */
const BLOCKED_POINTS = 1_000_000_000;

/** Creates the rate limiter. `factor` multiplies every limit, for load tests on loopback. */
export function createRateLimiter(pool: Queries, factor = 1): Limits {
  const points = (limit: RateLimit) => limit.points * factor;
  const refused = (ms: number): RateLimitResult => ({
    ok: false,
    retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)),
  });
  const blocked = rememberBlocked();
  const countKeys = countTogether(pool);
  const countedKey = ([limit, key]: Count): CountedKey => ({
    key: storedKey(limit, key),
    ms: limit.duration * 1000,
    most: Math.min(points(limit), Number.MAX_SAFE_INTEGER),
  });

  async function add(counts: readonly Count[]): Promise<RateLimitResult> {
    const keys = counts.map(countedKey);
    const known = Math.max(...keys.map(({ key }) => blocked.msOf(key)));
    if (known) return refused(known);
    const rows = await countKeys(keys);
    const over = rows.findIndex((row, i) => row.points > points(counts[i]![0]));
    if (over < 0) return { ok: true };
    if (counts[over]![0].remembered) blocked.remember(keys[over]!.key, rows[over]!.ms);
    return refused(rows[over]!.ms);
  }

  return {
    consume: (limit, key) => add([[limit, key]]),
    async count(limit, key) {
      const [row] = await countKeys([countedKey([limit, key])]);
      const used = row?.points ?? 0;
      const resetSeconds = Math.max(1, Math.ceil((row?.ms ?? 0) / 1000));
      return {
        ok: used <= points(limit),
        limit: points(limit),
        left: Math.max(0, points(limit) - used),
        resetSeconds,
        duration: limit.duration,
      };
    },
    consumeBoth: (tight, loose) => add([tight, loose]),
    async get(limit, key) {
      const { rows } = await pool.query<CountRow>({ ...READ, values: [storedKey(limit, key)] });
      return rows[0] && rows[0].points >= points(limit) ? refused(rows[0].ms) : { ok: true };
    },
    async block(limit, key, seconds) {
      const ms = Math.min(seconds, LONGEST_SECONDS) * 1000;
      await pool.query({ ...BLOCK, values: [storedKey(limit, key), BLOCKED_POINTS, ms] });
    },
    async giveBack(limit, key) {
      await pool.query({ ...GIVE_BACK, values: [storedKey(limit, key)] });
    },
    async clear(limit, key) {
      blocked.forget(storedKey(limit, key));
      await pool.query({ ...CLEAR, values: [storedKey(limit, key)] });
    },
    allowed: (limit) => ({ points: points(limit), seconds: limit.duration }),
  };
}

/** Returns the key as stored: a hash, because keys contain email addresses and IP addresses of any length. */
function storedKey({ name }: RateLimit, key: string): string {
  return `${name}:${createHash("sha256").update(key).digest("base64url")}`;
}

export { waitText };

/**
 * Makes the refusal of an attempt above a limit. `what` is the first sentence of the message, and says which attempts
 * were too many. A sentence with the time to wait follows.
 */
export function refuseTooMany(
  what: string,
  { retryAfterSeconds: wait }: { retryAfterSeconds: number },
): Refusal<"rate_limited"> {
  return refuse("rate_limited", `${what} ${waitText(wait)}`.trim(), wait);
}
