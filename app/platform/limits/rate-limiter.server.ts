/**
 * WEB-4: rate limits, counted in the database and by its clock, so that they hold across processes and restarts. Pairs of
 * account and address have tight limits. Addresses have loose ones, because thousands share one. Guesses are also limited
 * over all addresses together (docs/decisions/0004-rate-limiting.md).
 */
import { createHash } from "node:crypto";
import type pg from "pg";
import { refuse, type Refusal } from "../http/result.ts";
import { rememberBlocked } from "./blocked-until.ts";
import { waitText } from "./wait-text.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

type Limit = { points: number; duration: number };

/** The limit of a browser, and ten times as much for its address, which thousands may share. */
const perBrowserAndIp = <Name extends string>(name: Name, points: number, duration: number) =>
  ({
    [`${name}PerBrowser`]: { points, duration },
    [`${name}PerIp`]: { points: 10 * points, duration },
  }) as Record<`${Name}PerBrowser` | `${Name}PerIp`, Limit>;

/** Points allowed within seconds, for each key. */
export const LIMITS = {
  ...perBrowserAndIp("link", 10, 10 * MINUTE),
  ...perBrowserAndIp("emailCheck", 20, 10 * MINUTE),
  ...perBrowserAndIp("booking", 30, 10 * MINUTE),
  ...perBrowserAndIp("contact", 5, 10 * MINUTE),
  /** Copies mailed to one email, because anybody can type another person's. */
  contactCopyPerEmail: { points: 5, duration: HOUR },
  ...perBrowserAndIp("claim", 10, 10 * MINUTE),
  ...perBrowserAndIp("payOnline", 10, 10 * MINUTE),
  ...perBrowserAndIp("order", 30, 10 * MINUTE),
  ...perBrowserAndIp("tracking", 60, MINUTE),
  /** Links mailed for one email to one browser; for one email to all browsers (people/sign-in/email-links.server.ts). */
  linkPerPair: { points: 5, duration: HOUR },
  linkPerEmail: { points: 10, duration: HOUR },
  emailCheckOverall: { points: 2000, duration: 10 * MINUTE },
  bookingPerGuestEmail: { points: 5, duration: 10 * MINUTE },
  storesPerPerson: { points: 10, duration: HOUR },
  payeeAccountPerPerson: { points: 10, duration: HOUR },
  trackingMissesPerBrowser: { points: 9, duration: 10 * MINUTE },
  trackingMissesPerIp: { points: 100, duration: 10 * MINUTE },
  /**
   * More misses than typing errors explain, from all addresses together, mean guessing. Each browser then gets fewer misses.
   */
  trackingMissesOverall: { points: 300, duration: 10 * MINUTE },
  trackingMissesPerBrowserStrict: { points: 2, duration: 10 * MINUTE },
  /** Numbers that make a phone a rider's device. Of the hundred million numbers few are open, each for ten minutes. */
  ...perBrowserAndIp("enrol", 5, 15 * MINUTE),
  enrolOverall: { points: 300, duration: 15 * MINUTE },
  /** New PINs and links of one parcel. */
  renewalsPerParcel: { points: 5, duration: HOUR },
  /** Codes by SMS before the PIN of one parcel (TELL-12). */
  codesPerParcel: { points: 5, duration: HOUR },
  /** The choices and reports of one parcel's receiver. */
  choicesPerParcel: { points: 20, duration: HOUR },
  siteUnlockPerBrowser: { points: 5, duration: 15 * MINUTE },
  siteUnlockPerIp: { points: 30, duration: 15 * MINUTE },
  siteUnlockOverall: { points: 300, duration: 15 * MINUTE },
  /** For an account and an address, or an account and a browser that signed in to it before. */
  passwordPerPair: { points: 5, duration: 15 * MINUTE },
  passwordPerIp: { points: 60, duration: 15 * MINUTE },
  /** For browsers that never signed in to the account, at any address. */
  passwordPerAccount: { points: 20, duration: HOUR },
  passwordOverall: { points: 300, duration: 15 * MINUTE },
  resetPerLink: { points: 10, duration: 10 * MINUTE },
  uploadPerStore: { points: 60, duration: 10 * MINUTE },
  referralLookupPerPerson: { points: 20, duration: 10 * MINUTE },
} as const satisfies Record<string, Limit>;

/** No count and no block lasts longer. A row that expires later was written with a wrong clock. */
export const LONGEST_SECONDS = HOUR;

export type LimitName = keyof typeof LIMITS;
export type RateLimitResult = { ok: true } | { ok: false; retryAfterSeconds: number };
export type Count = readonly [name: LimitName, key: string];

export type Limits = {
  /** Counts one attempt and returns whether it is within the limit. */
  consume(name: LimitName, key: string): Promise<RateLimitResult>;
  /** Counts one attempt on two keys, the tight one first. An attempt that it refuses is not counted on the other. */
  consumeBoth(tight: Count, loose: Count): Promise<RateLimitResult>;
  /** Returns whether the next attempt would be within the limit, without counting it. */
  get(name: LimitName, key: string): Promise<RateLimitResult>;
  /** Blocks a key for a time, whatever its count. */
  block(name: LimitName, key: string, seconds: number): Promise<void>;
  /** Returns one point, e.g. that of a correct password; the attempts of others stay counted. */
  giveBack(name: LimitName, key: string): Promise<void>;
  /** Resets a key that belongs to the caller alone, e.g. after a correct password. */
  clear(name: LimitName, key: string): Promise<void>;
  /** A limit's points, for callers that count their own rows. */
  allowed(name: LimitName): { points: number; seconds: number };
};

/** The origin of a request: a network address, and its browser if it sent its cookie. */
export type Origin = { ip: string; browser?: { id: string } | null };

/** The key of an address and a browser there; all browsers without a cookie count as one. */
export function browserKey({ ip, browser }: Origin): string {
  return `${ip} ${browser?.id ?? "-"}`;
}

/** Counts on each key until one refuses: the tight ones first, so that a flood does not use up shared limits. */
export async function consumeEach(limits: Limits, counts: readonly Count[]): Promise<RateLimitResult> {
  for (const [name, key] of counts) {
    const limit = await limits.consume(name, key);
    if (!limit.ok) return limit;
  }
  return { ok: true };
}

type Placed =
  | "link"
  | "booking"
  | "contact"
  | "claim"
  | "payOnline"
  | "order"
  | "tracking"
  | "trackingMisses";

/** Counts on the browser (tight) and on its address (loose). */
export function consumeFrom(limits: Limits, what: Placed, from: Origin): Promise<RateLimitResult> {
  return limits.consumeBoth([`${what}PerBrowser`, browserKey(from)], [`${what}PerIp`, from.ip]);
}

const NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint";
const OVER = `(r.expire <= ${NOW} or r.expire > ${NOW} + ${LONGEST_SECONDS * 1000})`;
const LEFT = `(expire - ${NOW})::float8 as ms`;

const upsert = (from: string) => `insert into rate_limits as r (key, points, expire) ${from}
    on conflict (key) do update set
      points = case when ${OVER} then excluded.points else r.points + excluded.points end,
      expire = case when ${OVER} then excluded.expire else r.expire end
    returning key, points, ${LEFT}`;

/**
 * One attempt on one key or two. The second is counted only if the first is within its limit. The tighter key is locked
 * first, so that two processes cannot deadlock.
 */
const ADD = {
  name: "limit-add",
  text: `with asked as (
      select * from unnest($1::text[], $2::bigint[], $3::bigint[]) with ordinality as a (key, ms, most, nr)
    ), tight as (
      ${upsert(`select key, 1, ${NOW} + ms from asked where nr = 1`)}
    ), loose as (
      ${upsert(`select a.key, 1, ${NOW} + a.ms from asked a, tight t
        where a.nr = 2 and t.points <= (select most from asked where nr = 1)`)}
    )
    select points, ms, 1 as nr from tight union all select points, ms, 2 from loose order by nr`,
};
const READ = {
  name: "limit-read",
  text: `select points, ${LEFT} from rate_limits r where key = $1 and not ${OVER}`,
};
const BLOCK = {
  name: "limit-block",
  text: `insert into rate_limits as r (key, points, expire) values ($1, $2, ${NOW} + $3)
    on conflict (key) do update set points = excluded.points, expire = excluded.expire`,
};
const GIVE_BACK = {
  name: "limit-give-back",
  text: "update rate_limits set points = points - 1 where key = $1 and points > 0",
};
const CLEAR = { name: "limit-clear", text: "delete from rate_limits where key = $1" };

type Row = { points: number; ms: number };

/**
 * The limits of requests that anyone can make: a refusal is remembered for a moment. Excluded are limits that a right
 * password, number or link lifts, possibly in another process.
 */
const REMEMBERED = /^(booking|claim|contact|order|payOnline|tracking)Per/;

/** More than any limit: the count of a blocked key. */
const BLOCKED_POINTS = 1_000_000_000;

/** `factor` raises every limit, for load tests on loopback. */
export function createRateLimiter(pool: pg.Pool, factor = 1): Limits {
  const points = (name: LimitName) => LIMITS[name].points * factor;
  const refused = (ms: number): RateLimitResult => ({
    ok: false,
    retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)),
  });
  const blocked = rememberBlocked();

  /** Counts on each until one refuses. */
  async function add(counts: readonly Count[]): Promise<RateLimitResult> {
    const keys = counts.map(([name, key]) => storedKey(name, key));
    const known = Math.max(...keys.map(blocked.msOf));
    if (known) return refused(known);
    const values = [
      keys,
      counts.map(([name]) => LIMITS[name].duration * 1000),
      counts.map(([name]) => Math.min(points(name), Number.MAX_SAFE_INTEGER)),
    ];
    const { rows } = await pool.query<Row>({ ...ADD, values });
    const over = rows.findIndex((row, i) => row.points > points(counts[i]![0]));
    if (over < 0) return { ok: true };
    if (REMEMBERED.test(counts[over]![0])) blocked.remember(keys[over]!, rows[over]!.ms);
    return refused(rows[over]!.ms);
  }

  return {
    consume: (name, key) => add([[name, key]]),
    consumeBoth: (tight, loose) => add([tight, loose]),
    async get(name, key) {
      const { rows } = await pool.query<Row>({ ...READ, values: [storedKey(name, key)] });
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

/** Keys contain emails and addresses of any length; only their hash is stored. */
function storedKey(name: LimitName, key: string): string {
  return `${name}:${createHash("sha256").update(key).digest("base64url")}`;
}

export { waitText };

/** The refusal of a limit: a sentence with the action that came too often, and the time to wait. */
export function refuseTooMany(
  what: string,
  { retryAfterSeconds: wait }: { retryAfterSeconds: number },
): Refusal<"rate_limited"> {
  return refuse("rate_limited", `${what} ${waitText(wait)}`.trim(), wait);
}
