/** Package types and delivery types of a booking. Pure. */

import { isOnTheWay, type BookingStatus } from "./delivery-status.ts";
import { wordsOf } from "./words-of.ts";

export const PACKAGE_TYPES = ["Document", "Parcel", "Box", "Electronics", "Fragile"] as const;

/** BOOK-2: the label and the promised time of each delivery type. */
export const DELIVERY_TYPE_LABELS = {
  standard: { name: "Standard", promise: "2-3 days" },
  express: { name: "Express", promise: "next day" },
  same_day: { name: "Same Day", promise: "within city" },
};
export const DELIVERY_TYPES = wordsOf(DELIVERY_TYPE_LABELS);

export type PackageType = (typeof PACKAGE_TYPES)[number];
export type DeliveryType = (typeof DELIVERY_TYPES)[number];

/** BOOK-21: the greatest weight of a document, in kg. Anything heavier is a parcel. */
export const MAX_DOCUMENT_KG = 0.5;
export const DOCUMENT_TOO_HEAVY = `A document weighs at most ${MAX_DOCUMENT_KG} kg. Choose Parcel.`;
export const packageTypeFor = (kg: number): PackageType => (kg > MAX_DOCUMENT_KG ? "Parcel" : "Document");
export const isTooHeavyDocument = (type: unknown, kg: number): boolean =>
  type === "Document" && kg > MAX_DOCUMENT_KG;

/** BOOK-18: the reason why Same Day is refused. */
export const NOT_SAME_DAY = "Same Day works only within one city. Choose Standard or Express.";

/**
 * STATUS-7: true if the booking is open and its promised day is over. `today` is the time when today began in Lagos.
 */
export function isLate(of: { status: BookingStatus; promisedDay: Date }, today: Date): boolean {
  return isOnTheWay(of.status) && of.promisedDay < today;
}

/** STAFF-30: the maximum length of a note by staff about a booking, in characters. */
export const MAX_STAFF_NOTE = 500;
