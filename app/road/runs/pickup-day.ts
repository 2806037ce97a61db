/** BOOK-32: texts for dispatch and riders about the promised day of a pickup (morning or afternoon). Pure. */
import { PICKUP_HALF_NAMES, type PickupHalf } from "../../domain/pickup-halves.ts";
import { nearDay } from "../../domain/promise.ts";

/** Says when a pickup is promised: 'Mon 23 Nov, in the morning'. */
export const dayOfPickup = (day: string, half: PickupHalf | null): string =>
  [nearDay(day), half && PICKUP_HALF_NAMES[half]].filter(Boolean).join(", ");

/** Returns the line about the pickup day for a stop. Empty for an older booking, which has no pickup day. */
export const saidOfPickup = (day: string | null, half: PickupHalf | null): string[] =>
  day === null ? [] : [`Pickup: ${dayOfPickup(day, half)}`];
