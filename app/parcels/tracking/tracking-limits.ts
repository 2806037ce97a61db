/** TRACK-6: the limits of look-ups by a tracking code, and of codes that do not exist. */
import { MINUTE, perBrowserAndIp, rateLimit } from "../../platform/limits/rate-limit.ts";

export const LOOKUPS = perBrowserAndIp("tracking", 60, MINUTE, { remembered: true });
/** The unknown codes of one browser and of one IP address. */
export const MISSES = {
  perBrowser: rateLimit("trackingMissesPerBrowser", 9, 10 * MINUTE),
  perIp: rateLimit("trackingMissesPerIp", 100, 10 * MINUTE),
};
/**
 * Unknown codes from everybody together. If there are more, somebody is guessing codes, and the stricter limit
 * applies.
 */
export const MISSES_OVERALL = rateLimit("trackingMissesOverall", 300, 10 * MINUTE);
export const MISSES_PER_BROWSER_STRICT = rateLimit("trackingMissesPerBrowserStrict", 2, 10 * MINUTE);
