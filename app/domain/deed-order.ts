/**
 * CUSTODY-6: the order of a piece's deeds. The state of a booking and the custody of its pieces both use this order.
 * If two deeds happened in one moment, the same one therefore counts last for both. Pure.
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
  /** A text that decides the order of deeds that are otherwise the same. */
  tie: string;
};

/**
 * The steps of a piece. If several deeds happened in one moment, the later step counts: a piece that was received and
 * loaded at 14:00 is with the rider, a delivery counts rather than an attempt, and a status set by staff counts
 * rather than any deed.
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

/**
 * This factor is larger than the number of kinds of events, so the kind decides only between deeds of the same step.
 */
const STEP_RANK = 1_000;
const rankOfStep = (step: Step): number => STEPS.indexOf(step) * STEP_RANK;

/** Returns the rank of a deed that gives the piece to this holder. Only a return gives a piece to its sender. */
export const rankOfHolder = (kind: HolderKind): number => rankOfStep(kind);

function stepOf(kind: EventKind): Step {
  const to = EVENT_FACTS[kind].givesTo;
  if (to) return to;
  if (kind === "attempted" || kind === "cancelled") return kind;
  return kind === "status_set" ? "set" : "planned";
}

export const rankOfEvent = (kind: EventKind): number => rankOfStep(stepOf(kind)) + EVENT_KINDS.indexOf(kind);

/**
 * Puts deeds in the order in which they happened, not in the order of arrival. If deeds of one phone happened in one
 * moment, they keep the order of their numbers; between other deeds of that moment the rank decides. In this
 * comparison a deed counts at least as late a step as the earlier deeds of its phone in that moment. Deeds of one step
 * keep the order of their phones, so that the kind of an event, which custody does not know, never decides before it.
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
