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
import { waitText } from "./wait-text.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

type Limit = { points: number; duration: number };

/** Returns the limit of a browser, and one ten times as high for an IP address, which thousands of people may share. */
const perBrowserAndIp = <Name extends string>(name: Name, points: number, duration: number) =>
  ({
    [`${name}PerBrowser`]: { points, duration },
    [`${name}PerIp`]: { points: 10 * points, duration },
  }) as Record<`${Name}PerBrowser` | `${Name}PerIp`, Limit>;

/** The limits. A key may have this many points within `duration` seconds. */
export const LIMITS = {
  ...perBrowserAndIp("link", 10, 10 * MINUTE),
  ...perBrowserAndIp("emailCheck", 20, 10 * MINUTE),
  ...perBrowserAndIp("booking", 30, 10 * MINUTE),
  ...perBrowserAndIp("contact", 5, 10 * MINUTE),
  /** Copies of contact messages to one email address. Few are allowed, because anybody can type another's address. */
  contactCopyPerEmail: { points: 5, duration: HOUR },
  ...perBrowserAndIp("claim", 10, 10 * MINUTE),
  ...perBrowserAndIp("keptForm", 10, 10 * MINUTE),
  ...perBrowserAndIp("payOnline", 10, 10 * MINUTE),
  ...perBrowserAndIp("order", 30, 10 * MINUTE),
  ...perBrowserAndIp("tracking", 60, MINUTE),
  /**
   * The links that one browser requests for one email address. The next entry is for all browsers together
   * (link-limits.server.ts).
   */
  linkPerPair: { points: 5, duration: HOUR },
  linkPerEmail: { points: 10, duration: HOUR },
  emailCheckOverall: { points: 2000, duration: 10 * MINUTE },
  bookingPerGuestEmail: { points: 5, duration: 10 * MINUTE },
  storesPerPerson: { points: 10, duration: HOUR },
  payeeAccountPerPerson: { points: 10, duration: HOUR },
  trackingMissesPerBrowser: { points: 9, duration: 10 * MINUTE },
  trackingMissesPerIp: { points: 100, duration: 10 * MINUTE },
  /**
   * Unknown tracking codes from everybody together. If there are more, somebody is guessing, and each browser then has
   * the stricter limit of the next entry.
   */
  trackingMissesOverall: { points: 300, duration: 10 * MINUTE },
  trackingMissesPerBrowserStrict: { points: 2, duration: 10 * MINUTE },
  /** The attempts to guess the eight-digit number that makes a phone a rider's device. */
  ...perBrowserAndIp("enrol", 5, 15 * MINUTE),
  enrolOverall: { points: 300, duration: 15 * MINUTE },
  /** The renewals of a parcel's PIN and link. */
  renewalsPerParcel: { points: 5, duration: HOUR },
  /** TELL-12: the SMS codes that are sent before a parcel's PIN is shown. */
  codesPerParcel: { points: 5, duration: HOUR },
  /** The choices and reports that the receiver of one parcel makes. */
  choicesPerParcel: { points: 20, duration: HOUR },
  siteUnlockPerBrowser: { points: 5, duration: 15 * MINUTE },
  siteUnlockPerIp: { points: 30, duration: 15 * MINUTE },
  siteUnlockOverall: { points: 300, duration: 15 * MINUTE },
  /**
   * Passwords tried for a login account from one IP address, or from a browser that signed in to the account before.
   */
  passwordPerPair: { points: 5, duration: 15 * MINUTE },
  passwordPerIp: { points: 60, duration: 15 * MINUTE },
  /** Passwords tried for a login account from all browsers that never signed in to it, at any IP address. */
  passwordPerAccount: { points: 20, duration: HOUR },
  passwordOverall: { points: 300, duration: 15 * MINUTE },
  // The codes of two-step sign-in have the same limits as passwords.
  secondStepPerPair: { points: 5, duration: 15 * MINUTE },
  secondStepPerIp: { points: 60, duration: 15 * MINUTE },
  secondStepPerAccount: { points: 20, duration: HOUR },
  secondStepOverall: { points: 300, duration: 15 * MINUTE },
  resetPerLink: { points: 10, duration: 10 * MINUTE },
  uploadPerStore: { points: 60, duration: 10 * MINUTE },
  referralLookupPerPerson: { points: 20, duration: 10 * MINUTE },
  /** The API requests with one key. The next entry is for prices that one IP address requests without a key. */
  apiPerKey: { points: 1200, duration: MINUTE },
  quotePerIp: { points: 60, duration: MINUTE },
  /** The unknown API keys that one IP address sends. */
  apiKeyMissesPerIp: { points: 60, duration: 10 * MINUTE },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;
/** The state of a limit after an attempt. The API's headers report it. */
export type CountedLimit = {
  ok: boolean;
  limit: number;
  left: number;
  resetSeconds: number;
  duration: number;
};
export type RateLimitResult = { ok: true } | { ok: false; retryAfterSeconds: number };
export type Count = readonly [name: LimitName, key: string];

export type Limits = {
  /** Counts one attempt and returns whether it is within the limit. */
  consume(name: LimitName, key: string): Promise<RateLimitResult>;
  count(name: LimitName, key: string): Promise<CountedLimit>;
  /** Counts one attempt on two keys. If the tight limit refuses the attempt, the loose limit does not count it. */
  consumeBoth(tight: Count, loose: Count): Promise<RateLimitResult>;
  /** Returns whether the next attempt would be within the limit. This call is not counted as an attempt. */
  get(name: LimitName, key: string): Promise<RateLimitResult>;
  /** Blocks a key for `seconds`, whatever its count. */
  block(name: LimitName, key: string, seconds: number): Promise<void>;
  /** Takes one point back, such as the point of a correct password. The attempts of other people stay counted. */
  giveBack(name: LimitName, key: string): Promise<void>;
  /** Resets a key, e.g. after a correct password. Other people's attempts must not be counted on the same key. */
  clear(name: LimitName, key: string): Promise<void>;
  /** Returns the points and seconds of a limit, for callers that count rows of their own tables. */
  allowed(name: LimitName): { points: number; seconds: number };
};

/** The IP address of a request, and its browser if the browser sent its cookie. */
export type RequestOrigin = { ip: string; browser?: { id: string } | null };

/** Returns the key of a browser at an IP address. All browsers without a cookie at one address count as one browser. */
export function browserKey({ ip, browser }: RequestOrigin): string {
  return `${ip} ${browser?.id ?? "-"}`;
}

/**
 * Counts an attempt on each key until a limit refuses it. The tight limits must come first, so that refused attempts
 * use up no shared limit.
 */
export async function consumeEach(limits: Limits, counts: readonly Count[]): Promise<RateLimitResult> {
  for (const [name, key] of counts) {
    const limit = await limits.consume(name, key);
    if (!limit.ok) return limit;
  }
  return { ok: true };
}

type Placed = "link" | "keptForm" | "booking" | "contact" | "claim" | "payOnline" | "order" | "tracking" | "trackingMisses"; // prettier-ignore

/** Counts an attempt for the browser (tight limit) and for its IP address (loose limit). */
export function consumeFrom(limits: Limits, what: Placed, from: RequestOrigin): Promise<RateLimitResult> {
  return limits.consumeBoth([`${what}PerBrowser`, browserKey(from)], [`${what}PerIp`, from.ip]);
}

/**
 * The limits for which this process remembers refused keys. Limits that a right password, number or link lifts are
 * excluded, because another process may lift them.
 */
const REMEMBERED = /^(booking|claim|contact|order|payOnline|tracking)Per/;

/** The count that a blocked key gets. It is above every limit. */
const BLOCKED_POINTS = 1_000_000_000;

/** Creates the rate limiter. `factor` multiplies every limit, for load tests on loopback. */
export function createRateLimiter(pool: Queries, factor = 1): Limits {
  const points = (name: LimitName) => LIMITS[name].points * factor;
  const refused = (ms: number): RateLimitResult => ({
    ok: false,
    retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)),
  });
  const blocked = rememberBlocked();
  const countKeys = countTogether(pool);
  const limitOf = ([name, key]: Count): CountedKey => ({
    key: storedKey(name, key),
    ms: LIMITS[name].duration * 1000,
    most: Math.min(points(name), Number.MAX_SAFE_INTEGER),
  });

  async function add(counts: readonly Count[]): Promise<RateLimitResult> {
    const keys = counts.map(limitOf);
    const known = Math.max(...keys.map(({ key }) => blocked.msOf(key)));
    if (known) return refused(known);
    const rows = await countKeys(keys);
    const over = rows.findIndex((row, i) => row.points > points(counts[i]![0]));
    if (over < 0) return { ok: true };
    if (REMEMBERED.test(counts[over]![0])) blocked.remember(keys[over]!.key, rows[over]!.ms);
    return refused(rows[over]!.ms);
  }

  return {
    consume: (name, key) => add([[name, key]]),
    async count(name, key) {
      const { duration } = LIMITS[name];
      const [row] = await countKeys([limitOf([name, key])]);
      const used = row?.points ?? 0;
      const resetSeconds = Math.max(1, Math.ceil((row?.ms ?? 0) / 1000));
      return {
        ok: used <= points(name),
        limit: points(name),
        left: Math.max(0, points(name) - used),
        resetSeconds,
        duration,
      };
    },
    consumeBoth: (tight, loose) => add([tight, loose]),
    async get(name, key) {
      const { rows } = await pool.query<CountRow>({ ...READ, values: [storedKey(name, key)] });
      return rows[0] && rows[0].points >= points(name) ? refused(rows[0].ms) : { ok: true };
    },
    async block(name, key, seconds) {
      const ms = Math.min(seconds, LONGEST_SECONDS) * 1000;
      await pool.query({ ...BLOCK, values: [storedKey(name, key), BLOCKED_POINTS, ms] });
    },
    async giveBack(name, key) {
      await pool.query({ ...GIVE_BACK, values: [storedKey(name, key)] });
    },
    async clear(name, key) {
      blocked.forget(storedKey(name, key));
      await pool.query({ ...CLEAR, values: [storedKey(name, key)] });
    },
    allowed: (name) => ({ points: points(name), seconds: LIMITS[name].duration }),
  };
}

/** Returns the key as stored: a hash, because keys contain email addresses and IP addresses of any length. */
function storedKey(name: LimitName, key: string): string {
  return `${name}:${createHash("sha256").update(key).digest("base64url")}`;
}

export { waitText };

/**
 * Makes the refusal at a limit. The sentence `what` names the attempts that were too many. The time to wait is added.
 */
export function refuseTooMany(
  what: string,
  { retryAfterSeconds: wait }: { retryAfterSeconds: number },
): Refusal<"rate_limited"> {
  return refuse("rate_limited", `${what} ${waitText(wait)}`.trim(), wait);
}
