/**
 * BOOK-32: the halves of a day, from which the sender chooses for a pickup. The days are in delivery-days.ts. Pure.
 */
import { lagosClock, lagosDay } from "./dates.ts";
import { wordsOf } from "./words-of.ts";

export const PICKUP_HALF_NAMES = {
  morning: "in the morning",
  afternoon: "in the afternoon",
};
/** The labels of the fields in which the sender chooses. */
export const PICKUP_LABELS = { pickupDay: "Pickup day", pickupHalf: "Time of day" };
export const isPickupField = (field: string): field is keyof typeof PICKUP_LABELS =>
  Object.hasOwn(PICKUP_LABELS, field);
export type PickupHalf = keyof typeof PICKUP_HALF_NAMES;
export const PICKUP_HALVES = wordsOf(PICKUP_HALF_NAMES);
/** The hour of the Lagos day at which the morning ends. */
const MORNING_ENDS = 12;
/**
 * True if `half` is the morning, `day` is today in Lagos, and `at` is noon or later. False for the afternoon, which ends
 * with the cut-off (BOOK-4). The cut-off is not checked here.
 */
export const isHalfOver = (day: string, half: PickupHalf | "", at: Date): boolean =>
  half === "morning" && day === lagosDay(at) && lagosClock(at).hours >= MORNING_ENDS;
/** The number of working days from which the sender can choose. */
export const PICKUP_CHOICES = 7;
