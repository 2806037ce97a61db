/** CHOICE-2: marks of a chosen day, an office or a refusal in lists. Pure. */
import { nearDay } from "../../domain/promise.ts";

/** A short mark for a narrow column. */
export const shortPlanMark = (plan: string): string =>
  plan === "hold" ? "Collects it" : plan === "refuse" ? "Not wanted" : `Wants ${nearDay(plan)}`;

/** `plan` is a value of `planColumn`. */
export function planMark(plan: string): string {
  if (plan === "hold") return "Receiver collects it";
  return plan === "refuse" ? "Receiver does not want it" : `Receiver chose ${nearDay(plan)}`;
}
