/**
 * REPORT-2: chooses the running totals that give the money of each lane in a period. A total covers the days from one
 * day to the end of its month, or the months from one month to the end of its year. Adds the totals for the days from
 * the period's first day to the end of a year. Subtracts the totals for the days from the day after the period to the
 * end of the same year. So a year needs no more totals than a day.
 */
import type { LaneSpan } from "../../domain/money-kinds.ts";
import { dayAfter, firstOfNextMonth, type Period } from "./period.ts";

export type LanePart = { span: LaneSpan; starts: string; sign: 1 | -1 };

const yearOf = (day: string) => Number(day.slice(0, 4));

/** Returns the running totals that cover the days from `day` to the end of the year `lastYear`. */
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
  // A total that is added and subtracted cancels out, so the total is left out.
  return [...parts.filter((part) => !isIn(after, part)), ...after.filter((part) => !isIn(parts, part))];
}
