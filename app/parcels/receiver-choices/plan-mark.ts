/**
 * CHOICE-2: the marks in staff's lists for parcels whose receiver chose a day or an office, or refused the parcel.
 * Pure.
 */
import { nearDay } from "../../domain/promise.ts";

/** Returns a short mark, for a narrow column. */
export const shortPlanMark = (plan: string): string =>
  plan === "hold" ? "Collects it" : plan === "refuse" ? "Not wanted" : `Wants ${nearDay(plan)}`;

/** Returns the mark. `plan` is a value of `planColumn`. */
export function planMark(plan: string): string {
  if (plan === "hold") return "Receiver collects it";
  return plan === "refuse" ? "Receiver does not want it" : `Receiver chose ${nearDay(plan)}`;
}
