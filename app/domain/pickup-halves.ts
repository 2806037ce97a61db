/** BOOK-32: the halves of a day that a sender may choose for the pickup. The days are in delivery-days.ts. Pure. */
import { wordsOf } from "./words-of.ts";

export const PICKUP_HALF_NAMES = {
  morning: "in the morning",
  afternoon: "in the afternoon",
};
export type PickupHalf = keyof typeof PICKUP_HALF_NAMES;
export const PICKUP_HALVES = wordsOf(PICKUP_HALF_NAMES);
/** The number of working days that are offered. */
export const PICKUP_CHOICES = 7;
