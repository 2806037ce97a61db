/** REPORT-2: reads the days and the view of a report from the URL. */
import { addDays, lagosDay, parseLagosDay } from "../../domain/dates.ts";
import { wordsOf } from "../../domain/words-of.ts";

export const VIEW_LABELS = {
  day: "By day",
  week: "By week",
  month: "By month",
  lane: "By lane",
  method: "By method",
  service: "By service",
  business: "By business",
  payee: "By payee",
};
export type View = keyof typeof VIEW_LABELS;
export const VIEWS = wordsOf(VIEW_LABELS);

/** The first and the last day, both included: Lagos days as 'yyyy-MM-dd'. */
export type Period = { from: string; to: string };
export type AskedPeriod = {
  /** Null if the days in the URL are refused. */
  period: Period | null;
  rawValues: Period;
  errors: { from?: string; to?: string };
};
export type AskedReport = AskedPeriod & { view: View };

const MOST_DAYS = 366;
const MOST_YEARS = 10;
export const REFUSED_PERIOD = "Choose other days.";
const NO_DAY = "Choose a day, e.g. 2026-11-21";

const daysOf = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / 86_400_000) + 1;

/** Reads the days and the view. The default is this month until today, by day. */
export function readReportParams(params: URLSearchParams, now: Date): AskedReport {
  const view = VIEWS.find((known) => known === params.get("by")) ?? "day";
  const refusal = `Choose at most ${MOST_DAYS} days, or look by month`;
  return { view, ...readPeriod(params, now, view === "day" ? { days: MOST_DAYS, refusal } : null) };
}

/** Reads the days. The default is this month until today. Refuses over ten years or over `most` days. */
export function readPeriod(
  params: URLSearchParams,
  now: Date,
  most: { days: number; refusal: string } | null = null,
): AskedPeriod {
  const today = lagosDay(now);
  const from = params.get("from") || `${today.slice(0, 7)}-01`;
  const to = params.get("to") || today;
  const [first, last] = [parseLagosDay(from), parseLagosDay(to)];
  const errors: AskedPeriod["errors"] = {};
  if (!first) errors.from = NO_DAY;
  if (!last) errors.to = NO_DAY;
  if (first && last) {
    const days = daysOf(first, last);
    if (days < 1) errors.to = "Choose a day on or after the first day";
    else if (days > MOST_YEARS * MOST_DAYS) errors.to = `Choose at most ${MOST_YEARS} years`;
    else if (most && days > most.days) errors.to = most.refusal;
  }
  const period = first && last && !errors.to ? { from, to } : null;
  // A date field can only show a valid day, so an invalid text is shown as an empty field.
  return { period, rawValues: { from: first ? from : "", to: last ? to : "" }, errors };
}

/** Returns the moments at which a period begins and ends, for the database. */
export function startOfPeriod({ from, to }: Period): { from: string; end: string } {
  const moment = (day: string) => (parseLagosDay(day) ?? new Date(0)).toISOString();
  return { from: moment(from), end: moment(dayAfter(to)) };
}

export function firstOfNextMonth(day: string): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return lagosDay(new Date(Date.UTC(year, month, 1)));
}

const daysOn = (day: string, days: number) => lagosDay(addDays(parseLagosDay(day) ?? new Date(0), days));
export const dayBefore = (day: string) => daysOn(day, -1);
export const dayAfter = (day: string): string => daysOn(day, 1);

/** Returns the days of a month 'yyyy-MM'. */
export const monthPeriod = (month: string): Period => ({
  from: `${month}-01`,
  to: dayBefore(firstOfNextMonth(`${month}-01`)),
});

/**
 * Returns the period for a comparison. If the period begins on the first of a month, the same days of the months before
 * are returned: January and February for March and April. For any other period, as many days directly before it are
 * returned.
 */
export function periodBefore({ from, to }: Period): Period {
  const months = eachMonth({ from, to }).length;
  if (!from.endsWith("-01"))
    return { from: daysOn(from, -eachDay({ from, to }).length), to: dayBefore(from) };
  const first = monthsBefore(from, months);
  const lastMonth = monthPeriod(monthsBefore(`${to.slice(0, 7)}-01`, months).slice(0, 7));
  const sameDay = `${lastMonth.to.slice(0, 8)}${to.slice(8)}`;
  const whole = to === monthPeriod(to.slice(0, 7)).to;
  return { from: first, to: whole || sameDay > lastMonth.to ? lastMonth.to : sameDay };
}

function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 0] = day.split("-").map(Number);
  return lagosDay(new Date(Date.UTC(year, month - 1 - months, 1)));
}

export function eachDay({ from, to }: Period): string[] {
  const [first, last] = [parseLagosDay(from), parseLagosDay(to)];
  if (!first || !last) return [];
  return Array.from({ length: daysOf(first, last) }, (_, place) => lagosDay(addDays(first, place)));
}

/** Returns the Monday of every week that the period touches, in order. */
export function eachWeek({ from, to }: Period): string[] {
  const weeks: string[] = [];
  for (let day = mondayOf(from); day <= to; day = daysOn(day, 7)) weeks.push(day);
  return weeks;
}

function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return daysOn(day, -((weekday + 6) % 7));
}

/** Returns the days of a week that are in the period. */
export const weekPeriod = (monday: string, { from, to }: Period): Period => ({
  from: monday < from ? from : monday,
  to: daysOn(monday, 6) > to ? to : daysOn(monday, 6),
});

/** Returns every month ('yyyy-MM') that the period touches, in order. */
export function eachMonth({ from, to }: Period): string[] {
  const months: string[] = [];
  for (let day = `${from.slice(0, 7)}-01`; day <= to; day = firstOfNextMonth(day))
    months.push(day.slice(0, 7));
  return months;
}

export function commonPeriods(now: Date): { label: string; period: Period }[] {
  const today = lagosDay(now);
  const month = today.slice(0, 7);
  const lastMonth = dayBefore(`${month}-01`).slice(0, 7);
  const year = Number(today.slice(0, 4));
  return [
    { label: "Today", period: { from: today, to: today } },
    { label: "This month", period: { from: `${month}-01`, to: today } },
    { label: "Last month", period: monthPeriod(lastMonth) },
    { label: "This year", period: { from: `${year}-01-01`, to: today } },
    { label: "Last year", period: { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` } },
  ];
}
