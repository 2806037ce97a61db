/** Declarations of rate limits. Each feature declares its own limits; rate-limiter.server.ts counts them. */
import { LONGEST_SECONDS } from "./limit-statements.ts";

export const MINUTE = 60;
export const HOUR = 60 * MINUTE;

/** A key may have `points` within `duration` seconds. */
export type RateLimit = {
  /** Stored with each count, so it must not change, and no two limits may have the same name. */
  readonly name: string;
  readonly points: number;
  readonly duration: number;
  /**
   * True if the process remembers refused keys (blocked-until.ts). It must be false for a limit that ends after a
   * correct password, number or link, because another process may have checked that.
   */
  readonly remembered: boolean;
};

/** The tight limit of a browser, and the loose limit of its IP address. */
export type BrowserAndIp = { readonly perBrowser: RateLimit; readonly perIp: RateLimit };

type How = { remembered?: boolean };

/** Declares a limit. Throws if `duration` is too long: the database would then start the count again each time. */
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
 * Declares the limit of a browser, and a limit ten times as high for an IP address, which thousands of people may
 * share.
 */
export const perBrowserAndIp = (name: string, points: number, duration: number, how?: How): BrowserAndIp => ({
  perBrowser: rateLimit(`${name}PerBrowser`, points, duration, how),
  perIp: rateLimit(`${name}PerIp`, 10 * points, duration, how),
});
