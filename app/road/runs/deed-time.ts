/** TRIP-6: when a deed happened, as a scan from a queue or an entry of the office says it. Pure. */
import * as z from "zod";

const DAY_MS = 24 * 3_600_000;
/** How far back the office may enter a deed. */
export const MOST_DAYS_BACK = 7;
/** A clock may be so far ahead of ours. */
const AHEAD_MS = 60_000;
const LAGOS_OFFSET = "+01:00";

export const WHEN_WRONG = `Enter when it happened: not in the future, and at most ${MOST_DAYS_BACK} days back.`;

/** `agedMs`: for how long a scan waited in its queue. `happenedAt`: a Lagos time as a date and time field has it; '' is now. */
export const deedFields = {
  agedMs: z.coerce
    .number()
    .int()
    .min(0)
    .max(MOST_DAYS_BACK * DAY_MS)
    .catch(0)
    .default(0),
  happenedAt: z
    .string()
    .trim()
    .default("")
    .refine((text) => text === "" || /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text), WHEN_WRONG),
};
export type DeedTime = { agedMs: number; happenedAt: string };

/** The moment of the deed; null where the office entered one that cannot be. */
export function deedAt({ agedMs, happenedAt }: DeedTime, now: Date): Date | null {
  if (happenedAt === "") return new Date(now.getTime() - agedMs);
  const at = new Date(`${happenedAt}${LAGOS_OFFSET}`);
  const age = now.getTime() - at.getTime();
  if (Number.isNaN(age) || age < -AHEAD_MS || age > MOST_DAYS_BACK * DAY_MS) return null;
  return age < 0 ? now : at;
}
