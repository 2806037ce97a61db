/**
 * Writes and reads days and times. Days are Lagos days (UTC+1 all year). Intl is not used, because its text differs
 * between browsers.
 */
const LAGOS_MS = 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const two = (n: number) => String(n).padStart(2, "0");

/** Returns the Lagos date and time of day at an instant. */
export function lagosClock(at: Date) {
  const wall = new Date(at.getTime() + LAGOS_MS);
  const hours = wall.getUTCHours();
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    weekday: wall.getUTCDay(),
    hours,
    minutes: wall.getUTCMinutes(),
    monthName: MONTHS[wall.getUTCMonth()]!,
    weekdayName: WEEKDAYS[wall.getUTCDay()]!,
    clock: `${hours % 12 || 12}:${two(wall.getUTCMinutes())}`,
    half: hours < 12 ? "am" : "pm",
  };
}

/** Writes '21 Nov 2026'. */
export function formatDate(at: Date): string {
  const t = lagosClock(at);
  return `${t.day} ${t.monthName} ${t.year}`;
}

/** Writes 'Tue 24 Nov', for a day in the near past or future. */
export function formatNearDate(at: Date): string {
  const t = lagosClock(at);
  return `${t.weekdayName.slice(0, 3)} ${t.day} ${t.monthName}`;
}

/** Writes '21 Nov 2026, 3:40 pm'. */
export function formatDateTime(at: Date): string {
  const t = lagosClock(at);
  return `${formatDate(at)}, ${t.clock} ${t.half}`;
}

/**
 * Writes '3:40 pm' for a time on the Lagos day of `now`, otherwise '21 Nov, 3:40 pm'. Adds the year if it differs from
 * the year of `now`.
 */
export function formatTimeNear(at: Date, now: Date): string {
  const t = lagosClock(at);
  const time = `${t.clock} ${t.half}`;
  if (lagosDay(at) === lagosDay(now)) return time;
  const { year } = lagosClock(now);
  return `${t.year === year ? `${t.day} ${t.monthName}` : formatDate(at)}, ${time}`;
}

/** WEB-10: writes a day in the format of the back office, 'MMM dd, yyyy': 'Nov 21, 2026'. */
export function formatAdminDate(at: Date): string {
  const t = lagosClock(at);
  return `${t.monthName} ${two(t.day)}, ${t.year}`;
}

/** WEB-10: writes a time in the format of the back office, 'MMM dd, yyyy • h:mm a': 'Nov 21, 2026 • 3:40 PM'. */
export function formatAdminDateTime(at: Date): string {
  const t = lagosClock(at);
  return `${formatAdminDate(at)} • ${t.clock} ${t.half.toUpperCase()}`;
}

/** Writes the Lagos day as 'yyyy-MM-dd'. */
export function lagosDay(at: Date): string {
  const t = lagosClock(at);
  return `${t.year}-${two(t.month)}-${two(t.day)}`;
}

/** STAFF-14: writes a Lagos time for an export, so that a spreadsheet reads it as a time: '2026-11-28 19:28'. */
export function lagosTime(at: Date): string {
  return `${lagosDay(at)} ${new Date(at.getTime() + LAGOS_MS).toISOString().slice(11, 16)}`;
}

/** Returns the instant at which the Lagos day of `at` began. */
export function startOfLagosDay(at: Date): Date {
  const shifted = at.getTime() + LAGOS_MS;
  return new Date(shifted - (((shifted % DAY_MS) + DAY_MS) % DAY_MS) - LAGOS_MS);
}

/** Returns the instant at which the Lagos week of `at` began, on a Monday. */
export function startOfLagosWeek(at: Date): Date {
  return addDays(startOfLagosDay(at), -((lagosClock(at).weekday + 6) % 7));
}

/** Returns the start of a Lagos day that is written 'yyyy-MM-dd'. Null if there is no such day. */
export function parseLagosDay(text: string): Date | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!parts) return null;
  const at = new Date(Date.UTC(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])) - LAGOS_MS);
  return lagosDay(at) === text ? at : null;
}

/** Returns the middle of a Lagos day that is written 'yyyy-MM-dd'. */
export function middayOf(day: string): Date {
  const start = parseLagosDay(day);
  if (!start) throw new Error(`no day: ${day}`);
  return new Date(start.getTime() + DAY_MS / 2);
}

/** Writes '21 Nov 2026' for '2026-11-21'. Any other text stays unchanged. */
export function dayText(day: string): string {
  const at = parseLagosDay(day);
  return at ? formatDate(at) : day;
}

/** WEB-10: writes a day in the format of the back office: 'Nov 21, 2026' for '2026-11-21'. */
export function adminDayText(day: string): string {
  const at = parseLagosDay(day);
  return at ? formatAdminDate(at) : day;
}

export function addDays(at: Date, days: number): Date {
  return new Date(at.getTime() + days * DAY_MS);
}
