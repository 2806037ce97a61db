/**
 * The change of a number since an earlier time: in percent up to an increase of 200 %, which is three times as
 * much, and above that in times. Under ten bookings or orders there is no percentage, because one more booking would be a jump.
 */
export const LEAST_TO_COMPARE = 10;

export type Change = { kind: "times"; times: number } | { kind: "percent"; percent: number };

/** The change from `before` (above 0). A negative percentage is a decrease. */
export function changeFrom(before: number, now: number): Change {
  const percent = Math.round(((now - before) / before) * 100);
  return percent > 200
    ? { kind: "times", times: Math.round((10 * now) / before) / 10 }
    : { kind: "percent", percent };
}
