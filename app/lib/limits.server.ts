/**
 * How often something may be done. Counted in the database, so that a limit holds across processes and restarts
 * (security.md 18). Loose per address, as many people share one.
 */
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";

const MINUTE = 60;

/** points allowed within seconds, each key on its own. */
export const LIMITS = {
  linkPerEmailMinute: { points: 1, duration: MINUTE },
  linkPerEmailHour: { points: 5, duration: 60 * MINUTE },
  linkPerIp: { points: 10, duration: 10 * MINUTE },
  emailCheckPerIp: { points: 20, duration: 10 * MINUTE },
  emailCheckPerEmail: { points: 5, duration: 10 * MINUTE },
  bookingPerIp: { points: 30, duration: 10 * MINUTE },
  bookingPerGuestEmail: { points: 5, duration: 10 * MINUTE },
  contactPerIp: { points: 5, duration: 10 * MINUTE },
  orderPerIp: { points: 30, duration: 10 * MINUTE },
  storesPerPerson: { points: 10, duration: 60 * MINUTE },
  trackingPerIp: { points: 60, duration: MINUTE },
  trackingMissesPerIp: { points: 9, duration: 10 * MINUTE },
  /** Instead of the one above while more is missed in all than people mistype. */
  trackingMissesPerIpStrict: { points: 2, duration: 10 * MINUTE },
  trackingMissesInAll: { points: 300, duration: 10 * MINUTE },
  siteUnlockPerIp: { points: 5, duration: 15 * MINUTE },
  passwordPerEmail: { points: 5, duration: 15 * MINUTE },
  passwordPerIp: { points: 20, duration: 15 * MINUTE },
  uploadPerStore: { points: 60, duration: 10 * MINUTE },
  referralLookupPerIp: { points: 20, duration: 10 * MINUTE },
} as const satisfies Record<string, { points: number; duration: number }>;

export type LimitName = keyof typeof LIMITS;
export type Verdict = { ok: true } | { ok: false; retryAfterSeconds: number };

export type Limits = {
  /** Counts one attempt and says whether it is still within the limit. */
  hit(name: LimitName, key: string): Promise<Verdict>;
  /** Says whether the next hit would be within the limit, without counting. */
  peek(name: LimitName, key: string): Promise<Verdict>;
  /** Shuts a key out for a while, whatever it has left. */
  block(name: LimitName, key: string, seconds: number): Promise<void>;
  /** Forgets what was counted, e.g. after a right password. */
  clear(name: LimitName, key: string): Promise<void>;
};

/** `factor` widens every limit, for load tests on loopback. */
export function createLimits(pool: pg.Pool, factor = 1): Limits {
  const limiters = Object.fromEntries(
    Object.entries(LIMITS).map(([name, { points, duration }]) => [
      name,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: "pool",
        tableName: "rate_limits",
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points: points * factor,
        duration,
      }),
    ]),
  ) as Record<LimitName, RateLimiterPostgres>;
  const refused = (res: RateLimiterRes): Verdict => ({
    ok: false,
    retryAfterSeconds: Math.max(1, Math.ceil(res.msBeforeNext / 1000)),
  });
  const gatherers = Object.fromEntries(
    Object.entries(limiters).map(([name, limiter]) => [name, gatherHits(limiter)]),
  ) as Record<LimitName, ReturnType<typeof gatherHits>>;
  return {
    async hit(name, key) {
      const { count, res } = await gatherers[name](key);
      return count <= limiters[name].points ? { ok: true } : refused(res);
    },
    async peek(name, key) {
      const res = await limiters[name].get(key);
      return res && res.consumedPoints >= limiters[name].points ? refused(res) : { ok: true };
    },
    async block(name, key, seconds) {
      await limiters[name].block(key, seconds);
    },
    async clear(name, key) {
      await limiters[name].delete(key);
    },
  };
}

type Hit = { count: number; res: RateLimiterRes };
type Waiting = { done(hit: Hit): void; failed(problem: unknown): void };

/**
 * Counts hits on one key together when they come faster than the database counts: those that arrive while a statement
 * is under way wait for it and share the next one, each with its own place in the count. A crowd behind one address would
 * otherwise queue for the lock of one row, each with a connection in hand.
 */
function gatherHits(limiter: RateLimiterPostgres): (key: string) => Promise<Hit> {
  const crowds = new Map<string, Waiting[]>();
  async function count(key: string, hits: Waiting[]): Promise<void> {
    try {
      const res = await limiter.consume(key, hits.length).catch((problem: unknown) => {
        if (problem instanceof RateLimiterRes) return problem;
        throw problem;
      });
      hits.forEach((hit, i) => hit.done({ count: res.consumedPoints - hits.length + i + 1, res }));
    } catch (problem) {
      for (const hit of hits) hit.failed(problem);
    }
    const waiting = crowds.get(key)!;
    if (waiting.length === 0) crowds.delete(key);
    else {
      crowds.set(key, []);
      void count(key, waiting);
    }
  }
  return (key) =>
    new Promise((done, failed) => {
      const crowd = crowds.get(key);
      if (crowd) crowd.push({ done, failed });
      else {
        crowds.set(key, []);
        void count(key, [{ done, failed }]);
      }
    });
}

/** 'Please wait …' in words a person plans by. */
export function waitText(seconds: number): string {
  if (seconds < 90) return `Please wait ${seconds} seconds and try again.`;
  return `Please wait ${Math.ceil(seconds / 60)} minutes and try again.`;
}
