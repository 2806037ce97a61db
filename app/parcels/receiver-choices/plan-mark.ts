/** CHOICE-2: marks in lists for a chosen day, a chosen office or a refusal. Pure. */
import { nearDay } from "../../domain/promise.ts";

/** Returns a short mark, for a narrow column. */
export const shortPlanMark = (plan: string): string =>
  plan === "hold" ? "Collects it" : plan === "refuse" ? "Not wanted" : `Wants ${nearDay(plan)}`;

/** Returns the mark. `plan` is a value of `planColumn`. */
export function planMark(plan: string): string {
  if (plan === "hold") return "Receiver collects it";
  return plan === "refuse" ? "Receiver does not want it" : `Receiver chose ${nearDay(plan)}`;
}
