/**
 * BOOK-4: finds out the days of a parcel from its places and their hours. This needs the gazetteer, which
 * delivery-days.ts does without. Pure.
 */
import { addDays, lagosClock, lagosDay, middayOf, startOfLagosDay } from "./dates.ts";
import {
  cutOffOf,
  deliveryDays,
  pickupDays,
  workingDayFrom,
  type DaysQuestion,
  type DeliveryDays,
  type PlaceHours,
} from "./delivery-days.ts";
import { destinationHub, type HubArea } from "./destination-hub.ts";
import { PICKUP_CHOICES } from "./pickup-halves.ts";
import { readHours } from "./read-hours.ts";
import type { TownAndState } from "./states.ts";
import { holidayOf, hoursOnWeekday, movableHoliday, type OfficeDays } from "./working-days.ts";

export type WorkingHub = { id: string; areas: readonly HubArea[]; hours: string };

/** The rules that decide the days of all parcels that are booked on the same Lagos day. */
export type DaysRules = {
  office: PlaceHours;
  hubs: readonly WorkingHub[];
  closed: ReadonlySet<string>;
  cutOff: string;
};

export type Journey = {
  service: string;
  /** Null means that the place is unknown. */
  from: TownAndState | null;
  to: TownAndState | null;
  /** The hub to which the sender brings the parcel. Null means that the company picks the parcel up. */
  dropOffHubId?: string | null;
  /** The pickup day that the sender chose. Null means the first possible day. */
  chosen?: string | null;
};

/** Closed days are listed this many days ahead. A pickup is at most four weeks ahead, its delivery a week later. */
const AHEAD = 100;

/** Returns the days after `at` on which nobody works: the company's holidays and the movable holidays. */
export function closedDays(at: Date, office: Pick<OfficeDays, "holidays">): Set<string> {
  const found = new Set<string>();
  for (let days = 0; days <= AHEAD; days++) {
    const day = addDays(at, days);
    if (holidayOf(day, office) !== undefined || movableHoliday(day) !== null) found.add(lagosDay(day));
  }
  return found;
}

/** Returns the hours of a hub. A hub without hours of its own has the office's hours. */
export function hubHours(hub: Pick<WorkingHub, "hours">, office: PlaceHours): PlaceHours {
  const lines = hub.hours
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => readHours(line.trim()));
  const hours = lines.flatMap((line) => ("wrong" in line ? [] : [line]));
  return hours.length > 0 ? hours : office;
}

/** Returns the hours of an active hub. Null for an unknown or closed hub. */
export function hoursOfHub({ hubs, office }: DaysRules, hubId: string | null): PlaceHours | null {
  const hub = hubs.find(({ id }) => id === hubId);
  return hub ? hubHours(hub, office) : null;
}

function hoursAt({ hubs, office }: DaysRules, place: TownAndState | null): PlaceHours {
  const found = destinationHub(hubs, place);
  return found.kind === "hub" ? hubHours(found.hub, office) : office;
}

/** Returns the hours of the hub that takes in a parcel, or the office's hours if no hub does. */
export function takingHours(
  rules: DaysRules,
  { from, dropOffHubId }: Pick<Journey, "from" | "dropOffHubId">,
): PlaceHours {
  return hoursOfHub(rules, dropOffHubId ?? null) ?? hoursAt(rules, from);
}

/** Returns the hours of the place that delivers to `to`. */
export const deliveringHours = (rules: DaysRules, to: TownAndState): PlaceHours => hoursAt(rules, to);

const questionOf = (
  rules: DaysRules,
  at: Date,
  { service, from, to, dropOffHubId, chosen }: Journey,
): DaysQuestion => ({
  ...{ at, service },
  taking: takingHours(rules, { from, dropOffHubId: dropOffHubId ?? null }),
  delivering: hoursAt(rules, to),
  // The sender chooses a day only if the company picks the parcel up.
  ...{ closed: rules.closed, cutOff: rules.cutOff, chosen: dropOffHubId ? null : (chosen ?? null) },
});

export const daysOf = (rules: DaysRules, at: Date, journey: Journey): DeliveryDays =>
  deliveryDays(questionOf(rules, at, journey));

export const pickupDaysOf = (rules: DaysRules, at: Date, journey: Omit<Journey, "chosen">): string[] =>
  pickupDays(questionOf(rules, at, journey), PICKUP_CHOICES);

/** Returns the first working day of the place that delivers to `to`, beginning with the Lagos day of `at`. */
export const deliveringDayFrom = (rules: DaysRules, at: Date, to: TownAndState): string =>
  workingDayFrom(at, hoursAt(rules, to), rules.closed);

/** Returns the next moment at which `daysOf` can give another result: the cut-off of a place, or midnight. */
export function nextTurn(rules: DaysRules, at: Date): Date {
  const places = [rules.office, ...rules.hubs.map((hub) => hubHours(hub, rules.office))];
  const turns = places.flatMap((taking) =>
    ["same_day", "express"].map((service) => cutOffOf(at, { service, taking, cutOff: rules.cutOff })),
  );
  const midnight = addDays(startOfLagosDay(at), 1);
  return new Date(Math.min(midnight.getTime(), ...turns.map(Number).filter((turn) => turn > at.getTime())));
}

/** Returns the closing time of the place that delivers to `to`, on its next working day after today. */
export function endOfNextWorkingDay(rules: DaysRules, at: Date, to: TownAndState): Date {
  const hours = hoursAt(rules, to);
  const day = middayOf(workingDayFrom(addDays(at, 1), hours, rules.closed));
  const closes = hoursOnWeekday(lagosClock(day).weekday, { hours })?.closes ?? "18:00";
  const [hour = 18, minutes = 0] = closes.split(":").map(Number);
  return new Date(startOfLagosDay(day).getTime() + (hour * 60 + minutes) * 60_000);
}
