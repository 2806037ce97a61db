/**
 * BOOK-4: the day of a parcel's pickup, and the last day for its delivery. Every text that names one of these days
 * takes the day from this file. Pure: the caller gives the moment, the service, the places, their hours and the
 * closed days. Days are Lagos days, written 'yyyy-MM-dd'.
 */
import type { OfficeHours } from "./office-hours.ts";
import { addDays, lagosClock, lagosDay, parseLagosDay, startOfLagosDay } from "./dates.ts";
import { hoursOnWeekday } from "./working-days.ts";

/** The opening hours of a place. A place without hours works on every day that is not a closed day. */
export type PlaceHours = readonly OfficeHours[];

export type DaysQuestion = {
  at: Date;
  /** The service: 'same_day', 'express', 'standard', or a service with another name. */
  service: string;
  /**
   * `taking`: the hours of the place that takes in the parcel. `delivering`: the hours of the place that delivers it.
   */
  taking: PlaceHours;
  delivering: PlaceHours;
  /** The days on which nobody works, whatever the opening hours say. */
  closed: ReadonlySet<string>;
  /** Bookings after this time are not picked up on the same day. Written '16:00'. */
  cutOff: string;
  /** The day that the sender chose. Null means the first possible day. */
  chosen?: string | null;
};

export type DeliveryDays = {
  /** The day of the company's pickup, or the day by which the sender brings the parcel. */
  pickupDay: string;
  lastDay: string;
};

/** The number of days from the pickup to the last day, by service. */
const OFFSETS: Readonly<Record<string, number>> = { same_day: 1, express: 2, standard: 4 };
const OTHER_OFFSET = 3;

/** Same Day parcels are picked up on the day of booking if the booking is made before noon. */
const SAME_DAY_CUT_OFF = "12:00";
/** The last pickup is this many minutes before the place closes. */
const BEFORE_CLOSING = 60;
/** The search for a working day looks this many days ahead. */
const MOST_DAYS = 62;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const worksOn = (at: Date, hours: PlaceHours, closed: ReadonlySet<string>): boolean =>
  !closed.has(lagosDay(at)) &&
  (hours.length === 0 || hoursOnWeekday(lagosClock(at).weekday, { hours }) !== undefined);

/** Finds the first working day of a place, beginning with the Lagos day of `at`. */
export function workingDayFrom(at: Date, hours: PlaceHours, closed: ReadonlySet<string>): string {
  for (let days = 0; days < MOST_DAYS; days++) {
    const day = addDays(at, days);
    if (worksOn(day, hours, closed)) return lagosDay(day);
  }
  return lagosDay(at);
}

/**
 * Returns the cut-off on the Lagos day of `at`. A booking that is made at this time or later is picked up on a later day.
 * The cut-off is the earliest of three times: the company's setting, an hour before closing time, and, for Same Day,
 * noon.
 */
export function cutOffOf(
  at: Date,
  { service, taking, cutOff }: Pick<DaysQuestion, "service" | "taking" | "cutOff">,
): Date {
  const closes = hoursOnWeekday(lagosClock(at).weekday, { hours: taking })?.closes;
  const minutes = Math.min(
    minutesOf(cutOff),
    closes ? minutesOf(closes) - BEFORE_CLOSING : Infinity,
    service === "same_day" ? minutesOf(SAME_DAY_CUT_OFF) : Infinity,
  );
  return new Date(startOfLagosDay(at).getTime() + minutes * 60_000);
}

/** Returns the day of `at` if it is a working day and `at` is before the cut-off, otherwise the next working day. */
function firstPickupDay(question: Omit<DaysQuestion, "chosen" | "delivering">): string {
  const { at, taking, closed } = question;
  const today = worksOn(at, taking, closed) && at < cutOffOf(at, question);
  return workingDayFrom(today ? at : addDays(at, 1), taking, closed);
}

/** Lists the days that the sender can choose: the first possible pickup day, and the working days after it. */
export function pickupDays(question: Omit<DaysQuestion, "chosen" | "delivering">, count: number): string[] {
  const found: string[] = [];
  let from: Date | null = parseLagosDay(firstPickupDay(question));
  while (from && found.length < count) {
    const day = workingDayFrom(from, question.taking, question.closed);
    found.push(day);
    const next = parseLagosDay(day);
    from = next && addDays(next, 1);
  }
  return found;
}

/** Returns the last day for the delivery of a parcel that is picked up on `pickupDay`. */
export function lastDayFrom(
  pickupDay: string,
  { service, delivering, closed }: Pick<DaysQuestion, "service" | "delivering" | "closed">,
): string {
  const from = parseLagosDay(pickupDay);
  if (!from) throw new Error("a pickup day is no day");
  return workingDayFrom(addDays(from, OFFSETS[service] ?? OTHER_OFFSET), delivering, closed);
}

/**
 * Returns the days of a parcel. If the chosen day is over, or nobody works on it, the parcel is picked up on the next
 * working day.
 */
export function deliveryDays(question: DaysQuestion): DeliveryDays {
  const first = firstPickupDay(question);
  const { chosen, taking, closed } = question;
  const wished = chosen && chosen > first ? parseLagosDay(chosen) : null;
  const pickupDay = wished ? workingDayFrom(wished, taking, closed) : first;
  return { pickupDay, lastDay: lastDayFrom(pickupDay, question) };
}
