/** OWNER-4: compares two spans of thirty days as text. Pure. */
import { changeFrom, LEAST_TO_COMPARE } from "../../domain/compared.ts";
import { numberText } from "../../platform/http/list-count.ts";
export type Span = { last: number; before: number };

type Written = { orders?: number; write?: (n: number) => string };

/**
 * Describes the change from the 30 days before to the last 30 days. If there were too few orders before for a
 * comparison, the text states the two numbers and no change. `orders`: the number of orders in the 30 days before; may
 * be left out if `last` and `before` count orders themselves.
 */
export function trendText(
  { last, before }: Span,
  { orders = before, write = numberText }: Written = {},
): string {
  if (last === 0 && before === 0) return "None in the last 30 days";
  if (before === 0) return "New this month";
  if (orders < LEAST_TO_COMPARE)
    return `${write(last)} in the last 30 days, ${write(before)} in those before`;
  const change = changeFrom(before, last);
  if (change.kind === "times") return `${change.times} times the 30 days before`;
  if (change.percent === 0) return "Same as the 30 days before";
  return `${change.percent > 0 ? "+" : "−"}${Math.abs(change.percent)}% on the 30 days before`;
}
