/** HOOK-5: the time spans for which the API key page can send messages again. */
const HOUR = 3_600_000;
const SPANS = { "1 hour": HOUR, "1 day": 24 * HOUR, "7 days": 7 * 24 * HOUR, "30 days": 30 * 24 * HOUR };

/** The choices on the page. `value` is the time span in milliseconds. */
export const REPLAYS = Object.entries(SPANS).map(([label, ms]) => ({ value: String(ms), label }));
export const isReplay = (ms: string): boolean => REPLAYS.some(({ value }) => value === ms);
