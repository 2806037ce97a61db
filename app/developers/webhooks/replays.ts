/** HOOK-5: the spans of time that the page of keys sends again. */
const HOUR = 3_600_000;
const SPANS = { "1 hour": HOUR, "1 day": 24 * HOUR, "7 days": 7 * 24 * HOUR, "30 days": 30 * 24 * HOUR };

/** The options of the list; the value is the span in milliseconds. */
export const REPLAYS = Object.entries(SPANS).map(([label, ms]) => ({ value: String(ms), label }));
export const isReplay = (ms: string): boolean => REPLAYS.some(({ value }) => value === ms);
