/**
 * STATUS-10: the day to which an event moves the promised day of a parcel. Pure. Nothing here moves a day to an earlier
 * one; only people do that. Days are Lagos days, written 'yyyy-MM-dd'.
 */
import { addDays, lagos, lagosDay, middayOf } from "./dates.ts";
import { isOnTheWay, isUndelivered, type BookingStatus } from "./delivery-status.ts";
import { lastDayFrom, workingDayFrom } from "./delivery-days.ts";
import type { EventKind } from "./event-kinds.ts";
import type { NewDayReason } from "./new-day.ts";
import {
  deliveringDayFrom,
  deliveringHours,
  hoursOfHub,
  takingHours,
  type DaysRules,
  type Journey,
} from "./places-days.ts";
import type { Place } from "./states.ts";

/** What is at the hub that delivers before this hour is delivered the same day; the rest on the next working day. */
const ARRIVES_IN_TIME_HOURS = 10;
/** The days for which an office keeps a parcel to be collected. */
const DAYS_KEPT = 7;

/**
 * What moves a promised day. `run`: planned on a delivery run, or taken out by one, on `day`. `linehaul`: it arrives at
 * the hub that delivers at `at`. `hold`: it waits at a hub to be collected since `at`. `again`: it failed, or was held, and
 * is on its way again since `at`. `closed`: a place does not work on the day that was said; the first day that the place
 * that delivers works is sought from `from` on, else from the promised day on.
 */
export type Mover =
  | { why: "run"; day: string }
  | { why: "linehaul" | "again"; at: Date }
  | { why: "hold"; at: Date; hubId: string | null }
  | { why: "closed"; from?: string };

type Promised = {
  /** The day that is said now, and the first promise. */
  promised: string;
  first: string;
  /** The last reason for which the day moved; null if it never did. */
  movedWhy: NewDayReason | null;
  to: Place;
};

function dayOf(rules: DaysRules, mover: Mover, { promised, to }: Promised): string {
  switch (mover.why) {
    case "run":
      return mover.day;
    case "linehaul":
    case "again": {
      const inTime = lagos(mover.at).hours < ARRIVES_IN_TIME_HOURS;
      return deliveringDayFrom(rules, inTime ? mover.at : addDays(mover.at, 1), to);
    }
    case "hold":
      return workingDayFrom(
        addDays(mover.at, DAYS_KEPT),
        hoursOfHub(rules, mover.hubId) ?? deliveringHours(rules, to),
        rules.closed,
      );
    case "closed":
      return deliveringDayFrom(rules, middayOf(mover.from ?? promised), to);
  }
}

const laterOf = (one: string, other: string): string => (one > other ? one : other);

/**
 * The new day of a parcel; null if its day stays. It is never before the day that is said, with one exception: the last
 * day to collect a parcel ends with the hold, so that the day after it is never before the first promise.
 */
export function movedDay(rules: DaysRules, mover: Mover, parcel: Promised): string | null {
  const { promised, first, movedWhy } = parcel;
  const isHeld = movedWhy === "hold" && mover.why !== "hold" && mover.why !== "closed";
  const day = laterOf(dayOf(rules, mover, parcel), isHeld ? first : promised);
  return day === promised ? null : day;
}

/** The kinds by which a parcel that failed is on its way again. */
const AGAIN = new Set<EventKind>(["arrived_at_hub", "left_hub", "status_set"]);

type Happened = { kind: EventKind; occurredAt?: Date; hubId?: string | null; runId?: string | null };

/** What moves the day after an event that we heard of at `at`; null for an event that moves none. */
export function moverOf(
  { kind, occurredAt, hubId = null, runId }: Happened,
  { before, status }: { before: BookingStatus; status: BookingStatus },
  at: Date,
): Mover | null {
  if (!isOnTheWay(status)) return null;
  if (kind === "out_for_delivery") return { why: "run", day: lagosDay(occurredAt ?? at) };
  if (kind === "held_for_collection") return { why: "hold", at: occurredAt ?? at, hubId };
  // A run on which it was planned again has its own day.
  if (kind === "rescheduled") return runId ? null : { why: "again", at };
  return AGAIN.has(kind) && isUndelivered(before) ? { why: "again", at } : null;
}

/** The pickup of a parcel that its sender still has: who takes it, and the day that was said. */
type Pickup = Pick<Journey, "service" | "from" | "dropOffHubId"> & { to: Place; pickupDay: string };

/** The days of a parcel whose pickup day is closed; null if the place that takes it works on that day. */
export function movedPickup(
  rules: DaysRules,
  { service, from, to, dropOffHubId, pickupDay }: Pickup,
): { pickupDay: string; lastDay: string } | null {
  const taking = takingHours(rules, { from, dropOffHubId: dropOffHubId ?? null });
  const day = workingDayFrom(middayOf(pickupDay), taking, rules.closed);
  if (day === pickupDay) return null;
  const question = { service, delivering: deliveringHours(rules, to), closed: rules.closed };
  return { pickupDay: day, lastDay: lastDayFrom(day, question) };
}
