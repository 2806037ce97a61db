/** PICKUP-3: finds the days of a regular pickup. Pure. */
import { addDays, lagosClock, lagosDay, middayOf } from "../../domain/dates.ts";
import { hubHours, type DaysRules } from "../../domain/places-days.ts";
import { weekdayOf } from "../../domain/regular-pickup.ts";
import { hoursOnWeekday } from "../../domain/working-days.ts";

/** True if the hub is open on this weekday, and this Lagos day is no holiday. */
export function worksOn({ hubs, office, closed }: DaysRules, hubId: string, day: string): boolean {
  const hub = hubs.find(({ id }) => id === hubId);
  const hours = hub ? hubHours(hub, office) : office;
  return !closed.has(day) && hoursOnWeekday(lagosClock(middayOf(day)).weekday, { hours }) !== undefined;
}

/**
 * True if, at the time `at`, the time window of this Lagos day is over. The window ends at `untilTime`, Lagos time
 * (HH:MM).
 */
export function isWindowOver(day: string, untilTime: string, at: Date): boolean {
  const today = lagosDay(at);
  if (day !== today) return day < today;
  const { hours, minutes } = lagosClock(at);
  return `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}` >= untilTime;
}

/**
 * Returns the days of the next visits. Checks `ahead` days, beginning with the day of `at`. The day of `at` counts only
 * until its time window is over.
 */
export function daysAhead(
  rules: DaysRules,
  { days, hubId, untilTime }: { days: readonly number[]; hubId: string; untilTime: string },
  at: Date,
  ahead: number,
): string[] {
  const found: string[] = [];
  for (let n = 0; n < ahead; n++) {
    const day = lagosDay(addDays(at, n));
    if (isWindowOver(day, untilTime, at)) continue;
    if (days.includes(weekdayOf(day)) && worksOn(rules, hubId, day)) found.push(day);
  }
  return found;
}
