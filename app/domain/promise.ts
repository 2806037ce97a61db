/**
 * BOOK-22: the texts about the time of delivery. The promise of a service (first-mile.ts) counts from pickup or
 * drop-off. The estimated delivery (BOOK-4) is the latest day.
 */
import { DELIVERY_TYPE_LABELS, type DeliveryType } from "./booking.ts";
import { formatNearDate } from "./dates.ts";
import { firstMile } from "./first-mile.ts";

/** The promise of a service, worded as a part of a sentence: 'the day after we pick it up'. */
export const promiseOf = (type: DeliveryType, isBrought = false): string =>
  firstMile(isBrought).promises[type];

/** The latest day as text: 'By Wed 25 Nov at the latest'. */
export const latestText = (day: Date): string => `By ${formatNearDate(day)} at the latest`;

/** Promise and latest day as text: 'Delivered the day after we pick it up. By Wed 25 Nov at the latest.' */
export const arrivalText = (type: DeliveryType, day: Date, isBrought = false): string =>
  `Delivered ${promiseOf(type, isBrought)}. ${latestText(day)}.`;

const serviceText = (type: DeliveryType) =>
  `${DELIVERY_TYPE_LABELS[type].name}: ${promiseOf(type)}${type === "same_day" ? ", within one city" : ""}.`;

/** The promises of all services, each in a sentence. */
export const ALL_PROMISES = (["express", "same_day", "standard"] as const).map(serviceText).join(" ");

/**
 * The public answer to the question about Same Day. Noon is the time by which we aim to pick up; it is no promise. The
 * latest day of Same Day is the day after the booking.
 */
export const SAME_DAY_ANSWER = `A ${DELIVERY_TYPE_LABELS.same_day.name} parcel is delivered ${promiseOf("same_day")}, within one city. If you book before noon, we aim to pick it up that day. It arrives the day after you book at the latest.`;
