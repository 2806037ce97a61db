/** CONTACT-1, COMPANY-3: says whether the company is open now, in Lagos time. */
import { clockText, type OfficeHours } from "../../domain/office-hours.ts";
import { addDays, formatNearDate, lagosClock } from "../../domain/dates.ts";
import {
  holidayOf as ownHoliday,
  hoursOnWeekday,
  movableHoliday,
  type OfficeDays,
} from "../../domain/working-days.ts";

/** Returns the name of a day's holiday, from the company's list or from the movable holidays. */
const holidayOf = (at: Date, office: OfficeDays): string | undefined =>
  ownHoliday(at, office) ?? movableHoliday(at) ?? undefined;

/** Beside the opening hours, the page names the holidays of this many days, including today. */
const SOON = 14;

/** Returns the days of the next two weeks on which the office is closed, although it opens on that weekday. */
export function closedSoon(at: Date, office: OfficeDays): string[] {
  return Array.from({ length: SOON }, (_, days) => addDays(at, days)).flatMap((day) => {
    const name = hoursOnWeekday(lagosClock(day).weekday, office) && holidayOf(day, office);
    return name ? [`Closed ${formatNearDate(day)}: ${name}`] : [];
  });
}

/** Returns 'Open now' or 'Closed now', with the time of the next change and the name of a holiday. */
export function openNow(at: Date, office: OfficeDays): { open: boolean; text: string } {
  const { weekday, hours, minutes } = lagosClock(at);
  const clock = `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
  const holiday = holidayOf(at, office);
  const today = holiday ? undefined : hoursOnWeekday(weekday, office);
  if (today && clock >= today.opens && clock < today.closes)
    return { open: true, text: `Open now, until ${clockText(today.closes)}` };
  const closed = holiday ? `Closed today, ${holiday}` : "Closed now";
  if (today && clock < today.opens)
    return { open: false, text: `${closed}, opens today at ${clockText(today.opens)}` };
  for (let days = 1; days <= 7; days++) {
    const next = addDays(at, days);
    const { opens } = hoursOn(next, office) ?? {};
    if (!opens) continue;
    const day = days === 1 ? "tomorrow" : lagosClock(next).weekdayName;
    return { open: false, text: `${closed}, opens ${day} at ${clockText(opens)}` };
  }
  return { open: false, text: closed };
}

function hoursOn(at: Date, office: OfficeDays): OfficeHours | undefined {
  return holidayOf(at, office) ? undefined : hoursOnWeekday(lagosClock(at).weekday, office);
}
