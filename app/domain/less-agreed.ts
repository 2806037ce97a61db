/** CASH-15: less money than the amount, to which the sender agreed, as a rider says. Pure. */
import { addDays, startOfLagosDay } from "./dates.ts";
import { formatNaira } from "./money.ts";

/** `ofKobo`: the amount that was due; `deliveryKobo`: the part of the rest that is the price of the delivery. */
export type LessTaken = Record<"takenKobo" | "ofKobo" | "deliveryKobo", number>;

/** The question to the sender, in words. */
export const lessQuestion = ({ takenKobo, ofKobo }: Pick<LessTaken, "takenKobo" | "ofKobo">): string =>
  `You agreed to ${formatNaira(takenKobo)} of ${formatNaira(ofKobo)}. Is that right?`;

/** The last moment in which the sender can answer: the end of the Lagos day after the question. */
export const lessUntil = (askedAt: Date): Date =>
  new Date(addDays(startOfLagosDay(askedAt), 2).getTime() - 1);

/** The time before which the questions were asked whose answer is overdue at `now`. */
export const silentBefore = (now: Date): Date => addDays(startOfLagosDay(now), -1);

/** The amounts in the details of an exception; null if they are not there. */
export function lessOf(details: Record<string, string | number> | null): LessTaken | null {
  const { takenKobo, ofKobo, deliveryKobo } = details ?? {};
  return typeof takenKobo === "number" && typeof ofKobo === "number" && typeof deliveryKobo === "number"
    ? { takenKobo, ofKobo, deliveryKobo }
    : null;
}
