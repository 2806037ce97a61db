/**
 * REPORT-7: the numbers of pieces that parcel reports show for each day, hub, lane and run, with their labels. The
 * database columns are named after these numbers (`columnOf`).
 */
import { wordsOf } from "./words-of.ts";

export const PARCEL_NUMBER_LABELS = {
  pickedUp: "Picked up",
  arrived: "Arrived",
  /** Pieces that left the hub on a linehaul. */
  departed: "Left",
  sentOut: "Out for delivery",
  delivered: "Delivered",
  /** Pieces delivered on or before the estimated Lagos day. */
  onTime: "On time",
  /** Pieces that were brought to the receiver's door for the first time, whatever the outcome. */
  firstTries: "Tried the first time",
  firstDelivered: "Delivered the first time",
  /** Deliveries that failed, with a reason that counts as an attempt (failure-reasons.ts). */
  attempts: "Failed attempts",
  missing: "Missing",
  returned: "Returned",
};
export type ParcelNumber = keyof typeof PARCEL_NUMBER_LABELS;
export type ParcelNumbers = Record<ParcelNumber, number>;
export const PARCEL_NUMBERS = wordsOf(PARCEL_NUMBER_LABELS);

/** The database column of a number: 'picked_up' for 'pickedUp'. */
export const columnOf = (name: ParcelNumber): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The id of 'no hub' or 'no run' in the tables of the reports. */
export const NONE = "00000000-0000-0000-0000-000000000000";
