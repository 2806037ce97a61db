/**
 * CUSTODY-6: the order of a piece's deeds (events or hand-overs). The state of a booking and the custody of its pieces
 * both use this order. So if two deeds happened in one moment, state and custody agree on the last deed. Pure.
 */
import type { HolderKind } from "./holders.ts";
import { EVENT_FACTS, EVENT_KINDS, type EventKind } from "./event-kinds.ts";

/** The phone that reported a deed, and the number that the phone gave to the deed. */
export type ByPhone = { id: string; number: number };

export type DeedPlace = {
  at: Date;
  /** Null means that no phone reported the deed. */
  phone: ByPhone | null;
  /** The rank among the deeds that happened in the same moment (rankOfHolder, rankOfEvent). */
  rank: number;
  /** A text that decides the order of deeds that are otherwise equal. */
  tie: string;
};

/**
 * The steps of a piece, from the first to the last. If several deeds happened in one moment, the last step counts: a
 * piece that was received at a hub and loaded at 14:00 is with the rider, a delivery overrules an attempt, and a status
 * set by staff overrules any deed.
 */
const STEPS = [
  "lost",
  "hub",
  "partner",
  "rider",
  "planned",
  "attempted",
  "sender",
  "cancelled",
  "receiver",
  "set",
] as const;
type Step = (typeof STEPS)[number];

/** This factor is larger than the number of kinds of events. So the kind decides the order only within a step. */
const STEP_RANK = 1_000;
const rankOfStep = (step: Step): number => STEPS.indexOf(step) * STEP_RANK;

/**
 * Returns the rank of a deed that gives the piece to this holder. A deed that gives the piece to the sender is always a
 * return, so it ranks after an attempt.
 */
export const rankOfHolder = (kind: HolderKind): number => rankOfStep(kind);

function stepOf(kind: EventKind): Step {
  const to = EVENT_FACTS[kind].givesTo;
  if (to) return to;
  if (kind === "attempted" || kind === "cancelled") return kind;
  return kind === "status_set" ? "set" : "planned";
}

export const rankOfEvent = (kind: EventKind): number => rankOfStep(stepOf(kind)) + EVENT_KINDS.indexOf(kind);

/**
 * Sorts deeds by the time at which they happened, not by their arrival.
 *
 * Deeds of one phone that happened in the same moment keep the order of their numbers. All other deeds of a moment are
 * sorted by step. To keep a phone's order, a deed gets the step of an earlier deed of the same phone if that step is
 * higher than its own.
 *
 * Deeds of the same step are sorted by phone, and only then by the kind of event. Custody does not know the kind of
 * event, and must get the same order.
 */
export function inOrder<One>(all: readonly One[], placeOf: (one: One) => DeedPlace): One[] {
  const placed = all.map((one) => {
    const { at, ...place } = placeOf(one);
    return { one, at: at.getTime(), ...place, step: Math.floor(place.rank / STEP_RANK) };
  });
  const ofPhones = Map.groupBy(placed, ({ at, phone }) => (phone ? `${at} ${phone.id}` : ""));
  ofPhones.delete("");
  for (const own of ofPhones.values()) {
    let most = -Infinity;
    for (const each of own.toSorted((a, b) => a.phone!.number - b.phone!.number || a.rank - b.rank))
      most = each.step = Math.max(most, each.step);
  }
  return placed
    .toSorted(
      (a, b) =>
        a.at - b.at ||
        a.step - b.step ||
        compare(a.phone?.id ?? "", b.phone?.id ?? "") ||
        (a.phone?.number ?? 0) - (b.phone?.number ?? 0) ||
        a.rank - b.rank ||
        compare(a.tie, b.tie),
    )
    .map(({ one }) => one);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
