/**
 * BOOK-4: the day of a parcel's pickup, and the last day of its delivery. Every text that names a day takes
 * the day from here. Pure: the caller gives the moment, the service, the places, their hours and the closed
 * days. Days are Lagos days, written 'yyyy-MM-dd'.
 */
import type { OfficeHours } from "./office-hours.ts";
import { addDays, lagosClock, lagosDay, parseLagosDay, startOfLagosDay } from "./dates.ts";
import { hoursOnWeekday } from "./working-days.ts";

/** The opening hours of a place. A place without hours works on every day that is not closed. */
export type PlaceHours = readonly OfficeHours[];

export type DaysQuestion = {
  at: Date;
  /** The service: 'same_day', 'express', 'standard', or another service. */
  service: string;
  /** The hours of the place that takes the parcel, and of the place that delivers the parcel. */
  taking: PlaceHours;
  delivering: PlaceHours;
  /** The days without work, whatever the opening hours say. */
  closed: ReadonlySet<string>;
  /** The latest time for a pickup on the day of booking: '16:00'. */
  cutOff: string;
  /** The day that the sender chose; null means the first possible day. */
  chosen?: string | null;
};

export type DeliveryDays = {
  /** The day of our pickup, or the day by which the sender brings the parcel. */
  pickupDay: string;
  lastDay: string;
};

/** The days from pickup to the last day, by service. */
const OFFSETS: Readonly<Record<string, number>> = { same_day: 1, express: 2, standard: 4 };
const OTHER_OFFSET = 3;

/** Same Day parcels are picked up on the day of booking if the booking is made before noon. */
const SAME_DAY_CUT_OFF = "12:00";
/** The last pickup is an hour before the place closes, in minutes. */
const BEFORE_CLOSING = 60;
/** The search for a working day covers this number of days. */
const MOST_DAYS = 62;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const worksOn = (at: Date, hours: PlaceHours, closed: ReadonlySet<string>): boolean =>
  !closed.has(lagosDay(at)) &&
  (hours.length === 0 || hoursOnWeekday(lagosClock(at).weekday, { hours }) !== undefined);

/** The first working day of a place from the Lagos day of `at` on. */
export function workingDayFrom(at: Date, hours: PlaceHours, closed: ReadonlySet<string>): string {
  for (let days = 0; days < MOST_DAYS; days++) {
    const day = addDays(at, days);
    if (worksOn(day, hours, closed)) return lagosDay(day);
  }
  return lagosDay(at);
}

/**
 * From this moment on, a parcel booked on the Lagos day of `at` is picked up on a later day. The earliest
 * counts: the setting, an hour before closing time, or noon for Same Day.
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

/** The day of a booking before the cut-off, else the next working day. */
function firstPickupDay(question: Omit<DaysQuestion, "chosen" | "delivering">): string {
  const { at, taking, closed } = question;
  const today = worksOn(at, taking, closed) && at < cutOffOf(at, question);
  return workingDayFrom(today ? at : addDays(at, 1), taking, closed);
}

/** The days for the sender's choice: the first possible pickup day, and working days after it. */
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

/** The last day of a parcel with the pickup on `pickupDay`. */
export function lastDayFrom(
  pickupDay: string,
  { service, delivering, closed }: Pick<DaysQuestion, "service" | "delivering" | "closed">,
): string {
  const from = parseLagosDay(pickupDay);
  if (!from) throw new Error("a pickup day is no day");
  return workingDayFrom(addDays(from, OFFSETS[service] ?? OTHER_OFFSET), delivering, closed);
}

/** A chosen day that is over, or that has no work, moves to the next working day. */
export function deliveryDays(question: DaysQuestion): DeliveryDays {
  const first = firstPickupDay(question);
  const { chosen, taking, closed } = question;
  const wished = chosen && chosen > first ? parseLagosDay(chosen) : null;
  const pickupDay = wished ? workingDayFrom(wished, taking, closed) : first;
  return { pickupDay, lastDay: lastDayFrom(pickupDay, question) };
}
