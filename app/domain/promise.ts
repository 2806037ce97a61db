/**
 * BOOK-22: the texts about the time of delivery. The promise of a service (first-mile.ts) counts from pickup or
 * drop-off. Pickup day and last day come from delivery-days.ts.
 */
import { DELIVERY_TYPE_LABELS, type DeliveryType } from "./booking.ts";
import { formatNearDate, middayOf } from "./dates.ts";
import type { DeliveryDays } from "./delivery-days.ts";
import { firstMile } from "./first-mile.ts";
import { PICKUP_HALF_NAMES, type PickupHalf } from "./pickup.ts";

/** The promise of a service, worded as a part of a sentence: 'the day after we pick it up'. */
export const promiseOf = (type: DeliveryType, isBrought = false): string =>
  firstMile(isBrought).promises[type];

/** A day as texts near it name it: 'Wed 25 Nov'. */
export const nearDay = (day: string): string => formatNearDate(middayOf(day));

/** The pickup as text: 'We pick up on Mon 23 Nov in the morning', or 'Bring it by Mon 23 Nov'. */
export const pickupText = (day: string, isBrought = false, half: PickupHalf | null = null): string =>
  isBrought
    ? `Bring it by ${nearDay(day)}`
    : `We pick up on ${nearDay(day)}${half ? ` ${PICKUP_HALF_NAMES[half]}` : ""}`;

/** The latest day as text: 'By Wed 25 Nov at the latest'. */
export const latestText = (day: Date): string => `By ${formatNearDate(day)} at the latest`;

/** Both days in sentences: 'We pick up on Mon 23 Nov. By Wed 25 Nov at the latest.' */
export const daysText = ({ pickupDay, lastDay }: DeliveryDays, isBrought = false): string =>
  `${pickupText(pickupDay, isBrought)}. ${latestText(middayOf(lastDay))}.`;

/** Promise and latest day as text: 'Delivered the day after we pick it up. By Wed 25 Nov at the latest.' */
export const arrivalText = (type: DeliveryType, day: Date, isBrought = false): string =>
  `Delivered ${promiseOf(type, isBrought)}. ${latestText(day)}.`;

/** Pickup, promise and latest day of a parcel that is not booked yet. */
export const offerText = (
  type: DeliveryType,
  { pickupDay, lastDay }: DeliveryDays,
  isBrought = false,
  half: PickupHalf | null = null,
): string => `${pickupText(pickupDay, isBrought, half)}. ${arrivalText(type, middayOf(lastDay), isBrought)}`;

const serviceText = (type: DeliveryType) =>
  `${DELIVERY_TYPE_LABELS[type].name}: ${promiseOf(type)}${type === "same_day" ? ", within one city" : ""}.`;

/** The promises of all services, each in a sentence. */
export const ALL_PROMISES = (["express", "same_day", "standard"] as const).map(serviceText).join(" ");

/** The public answer to the question about Same Day. Noon is its cut-off. */
export const SAME_DAY_ANSWER = `A ${DELIVERY_TYPE_LABELS.same_day.name} parcel is delivered ${promiseOf("same_day")}, within one city. If you book before noon on a day on which we work, we pick it up that day. It arrives on the next day on which we work at the latest.`;
