/** Compares two spans of thirty days as text. Pure. */
import { numberText } from "../../platform/http/list-count.ts";
export type Span = { last: number; before: number };

/** The change against the 30 days before, or another text where there is nothing to compare with. */
export function trendText(
  { last, before }: Span,
  nothing = "Nothing in the last 30 days",
  nothingBefore = "No sales in the previous 30 days",
): string {
  if (last === 0 && before === 0) return nothing;
  if (before === 0) return nothingBefore;
  const percent = Math.round(((last - before) / before) * 100);
  if (percent === 0) return "Same as the previous 30 days";
  return `${percent > 0 ? "+" : "−"}${numberText(Math.abs(percent))}% on the previous 30 days`;
}
