/**
 * REPORT-7: what the reports of parcels count of each day, hub, lane and run, as people read it. A number counts pieces. The columns of
 * the database are called after them.
 */
import { wordsOf } from "./words-of.ts";

export const PARCEL_NUMBER_LABELS = {
  pickedUp: "Picked up",
  arrived: "Arrived",
  /** On a linehaul. */
  departed: "Left",
  sentOut: "Out for delivery",
  delivered: "Delivered",
  /** On or before the estimated Lagos day. */
  onTime: "On time",
  /** The first time that somebody was at the door with it, whatever became of it. */
  firstTries: "Tried the first time",
  firstDelivered: "Delivered the first time",
  /** Failed, for a reason that counts (failure-reasons.ts). */
  attempts: "Failed attempts",
  missing: "Missing",
  returned: "Returned",
};
export type ParcelNumber = keyof typeof PARCEL_NUMBER_LABELS;
export type ParcelNumbers = Record<ParcelNumber, number>;
export const PARCEL_NUMBERS = wordsOf(PARCEL_NUMBER_LABELS);

/** 'picked_up' for 'pickedUp'. */
export const columnOf = (name: ParcelNumber): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Stands for the hub or the run where there is none. */
export const NONE = "00000000-0000-0000-0000-000000000000";
