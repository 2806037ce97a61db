/** TRIP-1: finds the days on which a hub does not work, for the person who plans a run. Pure. */
import { lagosClock, middayOf } from "./dates.ts";
import { hubHours, type WorkingHub } from "./places-days.ts";
import { holidayOf, hoursOnWeekday, movableHoliday, type OfficeDays } from "./working-days.ts";

/** Returns why a hub is closed on a day: a holiday's name, or '' if the weekday has no hours. Null if the hub works. */
export function whyClosed(day: string, hub: Pick<WorkingHub, "hours">, office: OfficeDays): string | null {
  const at = middayOf(day);
  const holiday = holidayOf(at, office) ?? movableHoliday(at);
  if (holiday) return holiday;
  return hoursOnWeekday(lagosClock(at).weekday, { hours: hubHours(hub, office.hours) }) ? null : "";
}
