/** Declarations of rate limits. Each feature declares its own limits; rate-limiter.server.ts counts them. */
import { LONGEST_SECONDS } from "./limit-statements.ts";

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;

/** A rate limit: each key may have `points` attempts within `duration` seconds. */
export type RateLimit = {
  /** The name is stored with each count, so it must not change. No two limits may have the same name. */
  readonly name: string;
  readonly points: number;
  readonly duration: number;
  /**
   * True if the process remembers refused keys (blocked-until.ts). Must be false for a limit that ends after a correct
   * password, number or link: another process may end the limit, and this process would still refuse the key.
   */
  readonly remembered: boolean;
};

/** The tight limit of a browser, and the loose limit of its IP address. */
export type BrowserAndIp = { readonly perBrowser: RateLimit; readonly perIp: RateLimit };

type How = { remembered?: boolean };

/**
 * Declares a limit. Throws if `duration` is above LONGEST_SECONDS, because the database would then restart each count,
 * as if a wrong clock had written it.
 */
export function rateLimit(
  name: string,
  points: number,
  duration: number,
  { remembered = false }: How = {},
): RateLimit {
  if (duration > LONGEST_SECONDS) throw new Error(`the limit ${name} is longer than ${LONGEST_SECONDS} s`);
  return { name, points, duration, remembered };
}

/**
 * Declares two limits: one for a browser, and one for an IP address, which is ten times as high because thousands of
 * people may share an address.
 */
export const perBrowserAndIp = (name: string, points: number, duration: number, how?: How): BrowserAndIp => ({
  perBrowser: rateLimit(`${name}PerBrowser`, points, duration, how),
  perIp: rateLimit(`${name}PerIp`, 10 * points, duration, how),
});
