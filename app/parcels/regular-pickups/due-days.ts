/** PICKUP-3: the days on which a regular pickup is visited. Pure. */
import { addDays, lagos, lagosDay, middayOf } from "../../domain/dates.ts";
import { hubHours, type DaysRules } from "../../domain/places-days.ts";
import { weekdayOf } from "../../domain/regular-pickup.ts";
import { hoursOnWeekday } from "../../domain/working-days.ts";

/** True if the hub works on this Lagos day: it has hours on the weekday, and the day is no holiday. */
export function worksOn({ hubs, office, closed }: DaysRules, hubId: string, day: string): boolean {
  const hub = hubs.find(({ id }) => id === hubId);
  const hours = hub ? hubHours(hub, office) : office;
  return !closed.has(day) && hoursOnWeekday(lagos(middayOf(day)).weekday, { hours }) !== undefined;
}

/** The days from `at` on, at most `ahead` of them looked at, on which the hub visits the sender. */
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
