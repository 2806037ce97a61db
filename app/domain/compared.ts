/**
 * How a number changed against the time before, in words: in percent up to twice as much, above that in times. Of fewer
 * than ten bookings or orders no percentage is made, because one more of them would be a jump.
 */
export const LEAST_TO_COMPARE = 10;

export type Change = { kind: "times"; times: number } | { kind: "percent"; percent: number };

/** The change from `before`, which is above 0; percent is negative for less. */
export function changeFrom(before: number, now: number): Change {
  const percent = Math.round(((now - before) / before) * 100);
  return percent > 200
    ? { kind: "times", times: Math.round((10 * now) / before) / 10 }
    : { kind: "percent", percent };
}
