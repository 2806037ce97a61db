/** CASH-15: the sender agreed to less money than the amount, as the rider reports. Pure. */
import { addDays, startOfLagosDay } from "./dates.ts";
import { formatNaira } from "./money.ts";

/** `ofKobo`: the amount due. `deliveryKobo`: the part of the rest that belongs to the delivery's price. */
export type LessTaken = Record<"takenKobo" | "ofKobo" | "deliveryKobo", number>;

/** The question to the sender. */
export const lessQuestion = ({ takenKobo, ofKobo }: Pick<LessTaken, "takenKobo" | "ofKobo">): string =>
  `You agreed to ${formatNaira(takenKobo)} of ${formatNaira(ofKobo)}. Is that right?`;

/** The last moment for the sender's answer: the end of the Lagos day after the question. */
export const lessUntil = (askedAt: Date): Date =>
  new Date(addDays(startOfLagosDay(askedAt), 2).getTime() - 1);

/** A question asked before this time has an overdue answer at `now`. */
export const silentBefore = (now: Date): Date => addDays(startOfLagosDay(now), -1);

/** The amounts in an exception's details; null if there are none. */
export function lessOf(details: Record<string, string | number> | null): LessTaken | null {
  const { takenKobo, ofKobo, deliveryKobo } = details ?? {};
  return typeof takenKobo === "number" && typeof ofKobo === "number" && typeof deliveryKobo === "number"
    ? { takenKobo, ofKobo, deliveryKobo }
    : null;
}
