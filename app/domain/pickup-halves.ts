/**
 * BOOK-32: the halves of a day, from which the sender chooses for a pickup. The days are in delivery-days.ts. Pure.
 */
import { wordsOf } from "./words-of.ts";

export const PICKUP_HALF_NAMES = {
  morning: "in the morning",
  afternoon: "in the afternoon",
};
export type PickupHalf = keyof typeof PICKUP_HALF_NAMES;
export const PICKUP_HALVES = wordsOf(PICKUP_HALF_NAMES);
/** The number of working days from which the sender can choose. */
export const PICKUP_CHOICES = 7;
