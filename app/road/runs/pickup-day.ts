/** BOOK-32: the pickup day and its half, for dispatch and riders. Pure. */
import { PICKUP_HALF_NAMES, type PickupHalf } from "../../domain/pickup-halves.ts";
import { nearDay } from "../../domain/promise.ts";

/** The day and time of day of a pickup: 'Mon 23 Nov, in the morning'. */
export const dayOfPickup = (day: string, half: PickupHalf | null): string =>
  [nearDay(day), half && PICKUP_HALF_NAMES[half]].filter(Boolean).join(", ");

/** The pickup day as lines of a stop. An older booking has no pickup day and no line. */
export const saidOfPickup = (day: string | null, half: PickupHalf | null): string[] =>
  day === null ? [] : [`Pickup: ${dayOfPickup(day, half)}`];
