/** COMPANY-3: the working days: the days with opening hours, except the company's and Nigeria's holidays. Pure. */
import type { Company } from "./company.ts";
import type { OfficeHours } from "./office-hours.ts";
import { addDays, lagosClock, lagosDay } from "./dates.ts";

export type OfficeDays = Pick<Company, "hours" | "holidays">;

/** Returns the company's hours on a weekday. 0 is Sunday, as in `lagosClock`. */
export const hoursOnWeekday = (
  weekday: number,
  { hours }: Pick<OfficeDays, "hours">,
): OfficeHours | undefined => {
  const day = (weekday + 6) % 7;
  return hours.find(({ first, last }) => day >= first && day <= last);
};

/**
 * Returns the name of the day's holiday in the company's list. A holiday that is listed without a year returns every
 * year.
 */
export function holidayOf(at: Date, { holidays }: Pick<OfficeDays, "holidays">): string | undefined {
  const day = lagosDay(at);
  return holidays.find((holiday) => holiday.day === day || holiday.day === day.slice(5))?.name;
}

/** Returns Easter Sunday in the Gregorian calendar. */
function easter(year: number): { month: number; day: number } {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return { month: Math.floor(f / 31), day: (f % 31) + 1 };
}

/** Islamic holidays, by month and day in the Islamic calendar. The exact days are announced shortly before. */
const ISLAMIC: Readonly<Record<string, string>> = {
  "10/1": "Eid-el-Fitr",
  "10/2": "Eid-el-Fitr",
  "12/10": "Eid-el-Kabir",
  "12/11": "Eid-el-Kabir",
  "3/12": "Eid-el-Maulud",
};
let calendar: Intl.DateTimeFormat | undefined;

/**
 * Returns a day's movable holiday, or null. The Easter holidays are exact. The Islamic holidays are those of the Umm
 * al-Qura calendar, which can be a day off.
 */
export function movableHoliday(at: Date): string | null {
  const { year } = lagosClock(at);
  const { month, day } = easter(year);
  const sunday = Date.UTC(year, month - 1, day, 12);
  const noon = Date.parse(`${lagosDay(at)}T12:00:00Z`);
  const fromEaster = Math.round((noon - sunday) / 86_400_000);
  if (fromEaster === -2) return "Good Friday";
  if (fromEaster === 1) return "Easter Monday";
  calendar ??= new Intl.DateTimeFormat("en-u-ca-islamic-umalqura", {
    month: "numeric",
    day: "numeric",
    timeZone: "UTC",
  });
  const parts = Object.fromEntries(calendar.formatToParts(noon).map(({ type, value }) => [type, value]));
  return ISLAMIC[`${parts["month"]}/${parts["day"]}`] ?? null;
}

/** True if parcels are delivered on the Lagos day of `at`. */
export const isWorkingDay = (at: Date, office: OfficeDays): boolean =>
  hoursOnWeekday(lagosClock(at).weekday, office) !== undefined &&
  holidayOf(at, office) === undefined &&
  movableHoliday(at) === null;

/**
 * Returns the next `count` working days after the Lagos day of `at`, as 'yyyy-MM-dd'. The search covers only two
 * months, so a company with few working days gets fewer.
 */
export function workingDaysAfter(at: Date, office: OfficeDays, count: number): string[] {
  const found: string[] = [];
  for (let days = 1; days <= 62 && found.length < count; days++) {
    const day = addDays(at, days);
    if (isWorkingDay(day, office)) found.push(lagosDay(day));
  }
  return found;
}
