/** PICKUP-6: finds the past days on which a regular pickup was promised, from its history. Pure. */
import { addDays, lagosDay } from "../../domain/dates.ts";
import type { DaysRules } from "../../domain/places-days.ts";
import { readTermsText, weekdayOf, type RegularAct, type RegularSide } from "../../domain/regular-pickup.ts";
import { isWindowOver, worksOn } from "./due-days.ts";

/** The acts that begin, change or end a promise. */
export const PROMISE_ACTS = [
  "approved",
  "changed",
  "paused",
  "resumed",
  "ended",
] as const satisfies RegularAct[];

export type PromiseAct = { kind: RegularAct; side: RegularSide; words: string | null; at: Date };
type Terms = NonNullable<ReturnType<typeof readTermsText>>;
/** A time in which the pickup was approved and not paused. `until` is null if this time has not ended. */
type Promised = { from: Date; until: Date | null; terms: Terms };

/** Returns the times in which a rider was promised. `acts`: the PROMISE_ACTS of one pickup, oldest first. */
function promisedTimes(acts: readonly PromiseAct[]): Promised[] {
  const found: Promised[] = [];
  let terms: Terms | null = null;
  let paused = false;
  for (const [n, { kind, side, words, at }] of acts.entries()) {
    // A sender's act 'changed' is always older than the approval. After the approval, a change by the sender has the
    // kind 'change_asked' and waits for the office.
    if (kind === "approved" || (kind === "changed" && side === "office")) terms = readTermsText(words ?? "");
    if (kind === "paused") paused = true;
    if (kind === "resumed") paused = false;
    if (kind === "ended") terms = null;
    if (terms && !paused) found.push({ from: at, until: acts[n + 1]?.at ?? null, terms });
  }
  return found;
}

/**
 * Returns the promised days of the last `back` days, and today if its time window is over at `at`. A day is promised if
 * it was agreed when the day's window ended. A later approval, change or pause alters nothing. The board has the same
 * rule.
 */
export function promisedDays(
  rules: DaysRules,
  { hubId, acts }: { hubId: string; acts: readonly PromiseAct[] },
  at: Date,
  back: number,
): string[] {
  const times = promisedTimes(acts);
  const isPromised = (day: string) =>
    times.some(
      ({ from, until, terms: { days, untilTime } }) =>
        days.includes(weekdayOf(day)) &&
        !isWindowOver(day, untilTime, from) &&
        isWindowOver(day, untilTime, until && until < at ? until : at),
    );
  return Array.from({ length: back + 1 }, (_, n) => lagosDay(addDays(at, n - back))).filter(
    (day) => worksOn(rules, hubId, day) && isPromised(day),
  );
}
