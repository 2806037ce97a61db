/** REPORT-7: the counts of pieces in parcel reports, with their labels. `columnOf` gives the column's name. */
import { wordsOf } from "./words-of.ts";

export const PARCEL_NUMBER_LABELS = {
  pickedUp: "Picked up",
  arrived: "Arrived",
  /** Pieces that left their hub on a linehaul. */
  departed: "Left",
  sentOut: "Out for delivery",
  delivered: "Delivered",
  /** Pieces delivered on or before the estimated day in Lagos time. */
  onTime: "On time",
  /** First visits to the receivers' doors, whether or not the parcel was delivered. */
  firstTries: "Tried the first time",
  firstDelivered: "Delivered the first time",
  /** Failed deliveries whose reason counts as an attempt (failure-reasons.ts). */
  attempts: "Failed attempts",
  missing: "Missing",
  returned: "Returned",
};
export type ParcelNumber = keyof typeof PARCEL_NUMBER_LABELS;
export type ParcelNumbers = Record<ParcelNumber, number>;
export const PARCEL_NUMBERS = wordsOf(PARCEL_NUMBER_LABELS);

/** Returns the name of the column: 'picked_up' for 'pickedUp'. */
export const columnOf = (name: ParcelNumber): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The id that stands for 'no hub' or 'no run' in the tables of the reports. */
export const NO_ID = "00000000-0000-0000-0000-000000000000";
