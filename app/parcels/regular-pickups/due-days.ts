/** PICKUP-3: finds the days of a regular pickup. Pure. */
import { addDays, lagosClock, lagosDay, middayOf } from "../../domain/dates.ts";
import { hubHours, type DaysRules } from "../../domain/places-days.ts";
import { weekdayOf } from "../../domain/regular-pickup.ts";
import { hoursOnWeekday } from "../../domain/working-days.ts";

/** True if the hub has hours on this weekday, and the Lagos day is no holiday. */
export function worksOn({ hubs, office, closed }: DaysRules, hubId: string, day: string): boolean {
  const hub = hubs.find(({ id }) => id === hubId);
  const hours = hub ? hubHours(hub, office) : office;
  return !closed.has(day) && hoursOnWeekday(lagosClock(middayOf(day)).weekday, { hours }) !== undefined;
}

/** Returns the days of the next visits. Looks at `ahead` days, from the day of `at` on. */
export function daysAhead(
  rules: DaysRules,
  { days, hubId }: { days: readonly number[]; hubId: string },
  at: Date,
  ahead: number,
): string[] {
  const found: string[] = [];
  for (let n = 0; n < ahead; n++) {
    const day = lagosDay(addDays(at, n));
    if (days.includes(weekdayOf(day)) && worksOn(rules, hubId, day)) found.push(day);
  }
  return found;
}
