/**
 * STATUS-10: the new promised day of a parcel after an event. Events move the day to an earlier day only after a hold.
 * In all other cases only people choose an earlier day. Pure. Days are Lagos days, written 'yyyy-MM-dd'.
 */
import { addDays, lagosClock, lagosDay, middayOf } from "./dates.ts";
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
import type { TownAndState } from "./states.ts";

/** A parcel that reaches the delivering hub by this hour goes out that day, otherwise on the next working day. */
const ARRIVES_IN_TIME_HOURS = 10;
/** An office keeps a parcel for collection for this many days. */
const DAYS_KEPT = 7;

/**
 * The causes of a moved day:
 *
 * - `run`: a delivery run for `day` was planned, or the parcel was removed from the run.
 * - `linehaul`: the parcel arrived at the delivering hub at `at`.
 * - `hold`: the parcel has waited for collection since `at`.
 * - `again`: a failed or held parcel has been on its way again since `at`.
 * - `closed`: a place does not work on the promised day. The new day is the first working day of the delivering place,
 *   beginning with `from`, or with the promised day if `from` is missing.
 */
export type Mover =
  | { why: "run"; day: string }
  | { why: "linehaul" | "again"; at: Date }
  | { why: "hold"; at: Date; hubId: string | null }
  | { why: "closed"; from?: string };

type Promised = {
  /** The present promised day and the first promised day of the parcel. */
  promised: string;
  first: string;
  /** The reason of the latest move. Null before the first move. */
  movedWhy: NewDayReason | null;
  to: TownAndState;
};

function dayOf(rules: DaysRules, mover: Mover, { promised, to }: Promised): string {
  switch (mover.why) {
    case "run":
      return mover.day;
    case "linehaul":
    case "again": {
      const inTime = lagosClock(mover.at).hours < ARRIVES_IN_TIME_HOURS;
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
 * Returns the new promised day of a parcel. Null if the day stays. Usually the new day is not earlier than the present
 * promised day. After a hold, the present promised day is the last day for collection and no longer applies. Then the
 * new day is not earlier than the first promised day.
 */
export function movedDay(rules: DaysRules, mover: Mover, parcel: Promised): string | null {
  const { promised, first, movedWhy } = parcel;
  const isHeld = movedWhy === "hold" && mover.why !== "hold" && mover.why !== "closed";
  const day = laterOf(dayOf(rules, mover, parcel), isHeld ? first : promised);
  return day === promised ? null : day;
}

/** The kinds of events after which a failed parcel is on its way again. */
const AGAIN = new Set<EventKind>(["arrived_at_hub", "left_hub", "status_set"]);

type Happened = { kind: EventKind; occurredAt?: Date; hubId?: string | null; runId?: string | null };

/**
 * Returns the cause by which an event may move the promised day. `at`: when the company learned of the event.
 * Null for an event that never moves the day.
 */
export function moverOf(
  { kind, occurredAt, hubId = null, runId }: Happened,
  { before, status }: { before: BookingStatus; status: BookingStatus },
  at: Date,
): Mover | null {
  if (!isOnTheWay(status)) return null;
  if (kind === "out_for_delivery") return { why: "run", day: lagosDay(occurredAt ?? at) };
  if (kind === "held_for_collection") return { why: "hold", at: occurredAt ?? at, hubId };
  // If the parcel was planned on a new run, the planning has set the day.
  if (kind === "rescheduled") return runId ? null : { why: "again", at };
  return AGAIN.has(kind) && isUndelivered(before) ? { why: "again", at } : null;
}

/** The pickup of a parcel that the sender still has. */
type Pickup = Pick<Journey, "service" | "from" | "dropOffHubId"> & { to: TownAndState; pickupDay: string };

/**
 * Returns the new days of a parcel if the place that takes it in is closed on the pickup day. Null if that place is
 * open.
 */
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
