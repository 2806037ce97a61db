/** CHOICE-2: what lists say of a receiver's choice of a day, an office, or a refusal. Pure. */
import { nearDay } from "./choice-text.ts";

/** `plan` as `planColumn` reads it. */
export function planMark(plan: string): string {
  if (plan === "hold") return "Receiver collects it";
  return plan === "refuse" ? "Receiver does not want it" : `Receiver chose ${nearDay(plan)}`;
}
