/** BOOK-32: the half of the day in which a parcel is picked up. Pure. */
import { wordsOf } from "./words-of.ts";

export const PICKUP_HALF_NAMES = {
  morning: "in the morning",
  afternoon: "in the afternoon",
};
export type PickupHalf = keyof typeof PICKUP_HALF_NAMES;
export const PICKUP_HALVES = wordsOf(PICKUP_HALF_NAMES);
