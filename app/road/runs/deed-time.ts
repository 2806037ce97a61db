/** TRIP-6: the time of a deed from a queued scan or from an entry of the office. Pure. */
import * as z from "zod";
import { lagosDay } from "../../domain/dates.ts";
import { plainField } from "../../platform/http/fields.ts";

const DAY_MS = 24 * 3_600_000;
/** The office can enter a deed at most this many days after it happened. */
const MOST_DAYS_BACK = 7;
/** The clock of a device may be ahead of the server's clock by at most this time. */
const AHEAD_MS = 60_000;
const LAGOS_OFFSET = "+01:00";

export const WHEN_WRONG = `Enter when it happened: not in the future, and at most ${MOST_DAYS_BACK} days back.`;

/**
 * `agedMs`: for how many ms the scan waited on the device before it was sent. `happenedAt`: the Lagos date and time
 * that the office entered; '' means now.
 */
export const deedFields = {
  agedMs: z.coerce
    .number()
    .int()
    .min(0)
    .max(MOST_DAYS_BACK * DAY_MS)
    .catch(0)
    .default(0),
  happenedAt: plainField()
    .default("")
    .refine((text) => text === "" || /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text), WHEN_WRONG),
};
export type DeedTime = { agedMs: number; happenedAt: string };

export const onDayOf = (at: Date, time: string): Date => new Date(`${lagosDay(at)}T${time}${LAGOS_OFFSET}`);

/** Returns the time of a deed; null if the office entered a future time, or a time too long ago. */
export function deedAt({ agedMs, happenedAt }: DeedTime, now: Date): Date | null {
  if (happenedAt === "") return new Date(now.getTime() - agedMs);
  const at = new Date(`${happenedAt}${LAGOS_OFFSET}`);
  const age = now.getTime() - at.getTime();
  if (Number.isNaN(age) || age < -AHEAD_MS || age > MOST_DAYS_BACK * DAY_MS) return null;
  return age < 0 ? now : at;
}
