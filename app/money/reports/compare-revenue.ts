/** REPORT-6: compares the revenue of a period with that of the period before, in words. Pure. */
import { LEAST_TO_COMPARE, changeFrom } from "../../domain/compared.ts";
import { formatNaira } from "../../domain/money.ts";

/**
 * Writes, for example, '12% more than ₦9,800' or '4.4 times ₦9,800'. `booked` is the number of bookings in the period
 * before. The page adds the days of the period before in brackets.
 */
export function compareRevenue(now: number, before: number, booked: number): string {
  if (before <= 0 || booked < LEAST_TO_COMPARE) return `Before: ${formatNaira(before)}`;
  if (now === before) return "As much as before";
  const change = changeFrom(before, now);
  if (change.kind === "times") return `${change.times} times ${formatNaira(before)}`;
  return `${Math.abs(change.percent)}% ${now > before ? "more" : "less"} than ${formatNaira(before)}`;
}
