/**
 * How a number has changed since an earlier time: as a percentage up to an increase of 200 %, above that as 'times'.
 * Below ten bookings or orders there is no comparison, because a single further booking would look like a jump.
 */
export const LEAST_TO_COMPARE = 10;

export type Change = { kind: "times"; times: number } | { kind: "percent"; percent: number };

/** Returns the change from `before` (above 0) to `now`. A negative percentage is a decrease. */
export function changeFrom(before: number, now: number): Change {
  const percent = Math.round(((now - before) / before) * 100);
  return percent > 200
    ? { kind: "times", times: Math.round((10 * now) / before) / 10 }
    : { kind: "percent", percent };
}
