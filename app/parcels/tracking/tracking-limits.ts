/** TRACK-6: the limits of look-ups by a tracking code, and of codes that do not exist. */
import { MINUTE, perBrowserAndIp, rateLimit } from "../../platform/limits/rate-limit.ts";

export const LOOKUPS = perBrowserAndIp("tracking", 60, MINUTE, { remembered: true });
/** The limits of unknown codes, for one browser and for one IP address. */
export const MISSES = {
  perBrowser: rateLimit("trackingMissesPerBrowser", 9, 10 * MINUTE),
  perIp: rateLimit("trackingMissesPerIp", 100, 10 * MINUTE),
};
/**
 * The limit of unknown codes from everybody together. Above this limit, somebody is guessing codes, and each browser
 * gets the stricter limit of the next line.
 */
export const MISSES_OVERALL = rateLimit("trackingMissesOverall", 300, 10 * MINUTE);
export const MISSES_PER_BROWSER_STRICT = rateLimit("trackingMissesPerBrowserStrict", 2, 10 * MINUTE);
