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
  return {
    async hit(name, key) {
      try {
        await limiters[name].consume(key);
        return { ok: true };
      } catch (problem) {
        if (problem instanceof RateLimiterRes) return refused(problem);
        throw problem;
      }
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

/** 'Please wait …' in words a person plans by. */
export function waitText(seconds: number): string {
  if (seconds < 90) return `Please wait ${seconds} seconds and try again.`;
  return `Please wait ${Math.ceil(seconds / 60)} minutes and try again.`;
}
