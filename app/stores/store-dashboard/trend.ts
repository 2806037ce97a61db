/** Compares two spans of thirty days as text. Pure. */
import { numberText } from "../../platform/http/list-count.ts";
export type Span = { last: number; before: number };

/** The change against the 30 days before as text; another text if there was nothing in those days. */
export function trendText({ last, before }: Span): string {
  if (last === 0 && before === 0) return "None in the last 30 days";
  if (before === 0) return "New this month";
  const percent = Math.round(((last - before) / before) * 100);
  if (percent === 0) return "Same as the 30 days before";
  return `${percent > 0 ? "+" : "−"}${numberText(Math.abs(percent))}% on the 30 days before`;
}
