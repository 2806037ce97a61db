/** CASH-15: a rider reports that the sender agreed to less money than the amount due. Pure. */
import { addDays, startOfLagosDay } from "./dates.ts";
import { formatNaira } from "./money.ts";

/** `ofKobo`: the amount due. `deliveryKobo`: the part of the missing money that belongs to the delivery's price. */
export type LessTaken = Record<"takenKobo" | "ofKobo" | "deliveryKobo", number>;

/** Writes the question with which the sender confirms the smaller amount. */
export const lessQuestion = ({ takenKobo, ofKobo }: Pick<LessTaken, "takenKobo" | "ofKobo">): string =>
  `You agreed to ${formatNaira(takenKobo)} of ${formatNaira(ofKobo)}. Is that right?`;

/** Returns the last moment at which the sender can answer: the end of the Lagos day after the question. */
export const lessUntil = (askedAt: Date): Date =>
  new Date(addDays(startOfLagosDay(askedAt), 2).getTime() - 1);

/**
 * Returns the start of the Lagos day before `now`. The answer to a question that was asked before this time
 * is overdue.
 */
export const silentBefore = (now: Date): Date => addDays(startOfLagosDay(now), -1);

/** Returns the amounts in an exception's details. Null if the details have no amounts. */
export function lessOf(details: Record<string, string | number> | null): LessTaken | null {
  const { takenKobo, ofKobo, deliveryKobo } = details ?? {};
  return typeof takenKobo === "number" && typeof ofKobo === "number" && typeof deliveryKobo === "number"
    ? { takenKobo, ofKobo, deliveryKobo }
    : null;
}
