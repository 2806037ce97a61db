/** BOOK-22: the texts about when a parcel is delivered. The promised time starts at pickup or drop-off. */
import { DELIVERY_TYPE_LABELS, type DeliveryType } from "./booking.ts";
import { formatAdminDate, formatNearDate, lagosDay, middayOf } from "./dates.ts";
import type { DeliveryDays } from "./delivery-days.ts";
import { firstMile } from "./first-mile.ts";
import { PICKUP_HALF_NAMES, type PickupHalf } from "./pickup-halves.ts";

/** Returns the promise as a part of a sentence: 'the day after we pick it up'. */
export const promiseOf = (type: DeliveryType, isBrought = false): string =>
  firstMile(isBrought).promises[type];

/** Writes the day of a delivery as 'Wed 25 Nov'. */
export const saidDay = (day: Date): string => formatNearDate(day);

/** Writes a day 'yyyy-MM-dd' as 'Wed 25 Nov'. */
export const nearDay = (day: string): string => saidDay(middayOf(day));

/** Writes the day of a delivery for the tables of the back office (WEB-10): 'Nov 25, 2026'. */
export const officeDay = (day: Date): string => formatAdminDate(day);

/** Writes the day of a delivery for programs: '2026-11-25'. */
export const dayData = (day: Date): string => lagosDay(day);

/** TRACK-10: the text about a late parcel. {day} stands for the time by which the company writes again. */
export const LATE = "Sorry, this parcel is late. We are looking for it and will tell you by {day}.";

/** Writes 'We pick up on Mon 23 Nov in the morning', or 'Bring it by Mon 23 Nov'. */
export const pickupText = (day: string, isBrought = false, half: PickupHalf | null = null): string =>
  isBrought
    ? `Bring it by ${nearDay(day)}`
    : `We pick up on ${nearDay(day)}${half ? ` ${PICKUP_HALF_NAMES[half]}` : ""}`;

/** Writes 'By Wed 25 Nov at the latest'. */
export const latestText = (day: Date): string => `By ${saidDay(day)} at the latest`;

export const reachText = (day: Date): string => `It should reach you by ${saidDay(day)}.`;

/** STATUS-10: writes the new promised day for the sender. `place`: the place to which the parcel goes. */
export const newDayText = (place: string, day: string): string =>
  `We deliver your parcel in ${place} by ${nearDay(day)} at the latest.`;

/** Writes 'We pick up on Mon 23 Nov. By Wed 25 Nov at the latest.' */
export const deliveryDaysText = ({ pickupDay, lastDay }: DeliveryDays, isBrought = false): string =>
  `${pickupText(pickupDay, isBrought)}. ${latestText(middayOf(lastDay))}.`;

/** Writes 'Delivered the day after we pick it up. By Wed 25 Nov at the latest.' */
export const arrivalText = (type: DeliveryType, day: Date, isBrought = false): string =>
  `Delivered ${promiseOf(type, isBrought)}. ${latestText(day)}.`;

/** Writes the pickup, the promise and the latest day for a sender who has not booked yet. */
export const offerText = (
  type: DeliveryType,
  { pickupDay, lastDay }: DeliveryDays,
  isBrought = false,
  half: PickupHalf | null = null,
): string => `${pickupText(pickupDay, isBrought, half)}. ${arrivalText(type, middayOf(lastDay), isBrought)}`;

const serviceText = (type: DeliveryType) =>
  `${DELIVERY_TYPE_LABELS[type].name}: ${promiseOf(type)}${type === "same_day" ? ", within one city" : ""}.`;

export const ALL_PROMISES = (["express", "same_day", "standard"] as const).map(serviceText).join(" ");

/** The public answer about Same Day. Bookings before noon are picked up on the same day. */
export const SAME_DAY_ANSWER = `A ${DELIVERY_TYPE_LABELS.same_day.name} parcel is delivered ${promiseOf("same_day")}, within one city. If you book before noon on a day on which we work, we pick it up that day. It arrives on the next day on which we work at the latest.`;
