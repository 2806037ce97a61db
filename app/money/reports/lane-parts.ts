/**
 * REPORT-2: the running totals of lanes that make up a period. Each goes from a day to the end of its month, or from the first day of a
 * month to the end of its year; what comes after the period is subtracted. A year needs as few as a day.
 */
import type { LaneSpan } from "../../domain/money-kinds.ts";
import { dayAfter, firstOfNextMonth, type Period } from "./period.ts";

export type LanePart = { span: LaneSpan; starts: string; sign: 1 | -1 };

const yearOf = (day: string) => Number(day.slice(0, 4));

/** Everything from a day to the end of a year. */
function from(day: string, lastYear: number, sign: 1 | -1): LanePart[] {
  const years = Array.from({ length: lastYear - yearOf(day) }, (_, n) => `${yearOf(day) + n + 1}-01-01`);
  const isFirst = day.endsWith("-01");
  const month = isFirst ? day : firstOfNextMonth(day);
  const months = yearOf(month) > yearOf(day) ? years : [month, ...years];
  return [
    ...(isFirst ? [] : [{ span: "to_month_end" as const, starts: day, sign }]),
    ...months.map((starts) => ({ span: "to_year_end" as const, starts, sign })),
  ];
}

export function laneParts(period: Period): LanePart[] {
  const end = dayAfter(period.to);
  const after = from(end, yearOf(end), -1);
  const parts = from(period.from, yearOf(end), 1);
  const isIn = (list: LanePart[], { span, starts }: LanePart) =>
    list.some((other) => other.span === span && other.starts === starts);
  // What is added and subtracted again is left out.
  return [...parts.filter((part) => !isIn(after, part)), ...after.filter((part) => !isIn(parts, part))];
}
