/**
 * CUSTODY-6: the order of a piece's deeds. A booking's state and its pieces' custody both use this order. Of
 * two deeds in one moment, the same deed therefore counts for both. Pure.
 */
import type { HolderKind } from "./holders.ts";
import { EVENT_FACTS, EVENT_KINDS, type EventKind } from "./event-kinds.ts";

/** The phone that reported a deed, and the deed's number on this phone. */
export type ByPhone = { id: string; number: number };

export type DeedPlace = {
  at: Date;
  /** Null means that no phone reported the deed. */
  phone: ByPhone | null;
  /** The rank among the deeds of one moment (rankOfHolder, rankOfEvent). */
  rank: number;
  /** A text that decides between deeds that are equal otherwise. */
  tie: string;
};

/**
 * The steps of a piece. Of the deeds in one moment, the later step counts: a piece received and loaded at
 * 14:00 is with the rider, a delivery counts before an attempt, and a status set by staff counts before any
 * deed.
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

/** This factor exceeds the number of kinds of events, so a kind decides only within a step. */
const STEP_RANK = 1_000;
const rankOfStep = (step: Step): number => STEPS.indexOf(step) * STEP_RANK;

/** The step of a deed that gives the piece to this holder. Only a return gives a piece to its sender. */
export const rankOfHolder = (kind: HolderKind): number => rankOfStep(kind);

function stepOf(kind: EventKind): Step {
  const to = EVENT_FACTS[kind].givesTo;
  if (to) return to;
  if (kind === "attempted" || kind === "cancelled") return kind;
  return kind === "status_set" ? "set" : "planned";
}

export const rankOfEvent = (kind: EventKind): number => rankOfStep(stepOf(kind)) + EVENT_KINDS.indexOf(kind);

/**
 * The deeds in the order in which they happened, not in the order of arrival. In one moment, the deeds of one
 * phone keep the order of their numbers; between other deeds the rank decides. For this comparison a deed
 * ranks at least as high as the earlier deeds of its phone in that moment.
 */
export function inOrder<One>(all: readonly One[], placeOf: (one: One) => DeedPlace): One[] {
  const placed = all.map((one) => {
    const { at, ...place } = placeOf(one);
    return { one, at: at.getTime(), ...place, lifted: place.rank };
  });
  const ofPhones = Map.groupBy(placed, ({ at, phone }) => (phone ? `${at} ${phone.id}` : ""));
  ofPhones.delete("");
  for (const own of ofPhones.values()) {
    let most = -Infinity;
    for (const each of own.toSorted((a, b) => a.phone!.number - b.phone!.number || a.rank - b.rank))
      most = each.lifted = Math.max(most, each.rank);
  }
  return placed
    .toSorted(
      (a, b) =>
        a.at - b.at ||
        a.lifted - b.lifted ||
        compare(a.phone?.id ?? "", b.phone?.id ?? "") ||
        (a.phone?.number ?? 0) - (b.phone?.number ?? 0) ||
        a.rank - b.rank ||
        compare(a.tie, b.tie),
    )
    .map(({ one }) => one);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
