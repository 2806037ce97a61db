/** Finds out whether a piece is on its way back. The times of the events count, not their order of arrival. Pure. */
import { DELIVERED } from "./delivery-status.ts";
import { EVENT_FACTS, type EventKind } from "./event-kinds.ts";

type Deed = { kind: EventKind; occurredAt: Date; piece: number | null };

/** The kinds of events that end a return: the sender got the piece, or the piece goes to the receiver after all. */
const ENDS_RETURN = new Set<EventKind>(["returned", DELIVERED, "rescheduled", "status_set", "cancelled"]);

/**
 * True if a piece was on its way back to its sender at the time `at`, by default now. Only the events show this,
 * because a returning piece passes the same hubs and riders as any other piece.
 */
export function goesBack(piece: number, events: readonly Deed[], at = Infinity): boolean {
  const own = events.filter(
    (event) => (event.piece === null || event.piece === piece) && event.occurredAt.getTime() <= at,
  );
  const last = (ends: (kind: EventKind) => boolean) =>
    Math.max(...own.filter(({ kind }) => ends(kind)).map(({ occurredAt }) => occurredAt.getTime()));
  const started = last((kind) => kind === "return_started");
  return Number.isFinite(started) && started > last((kind) => ENDS_RETURN.has(kind));
}

/**
 * For a returning parcel, some kinds of events have the public text of another kind. A returning parcel with a rider is
 * not on its way to the receiver, so the text of `out_for_delivery` would be wrong.
 */
const WORDS: Partial<Record<EventKind, EventKind>> = { out_for_delivery: "return_started" };
const BACK_NAMES: Partial<Record<EventKind, string>> = { out_for_delivery: "On its way back to the sender" };

/** Returns the public text of an event, or null. `back`: true if the parcel was returning when the event happened. */
export const publicWords = ({ kind, back }: { kind: EventKind; back: boolean }): string | null =>
  EVENT_FACTS[(back && WORDS[kind]) || kind].publicText;

export const eventName = ({ kind, back }: { kind: EventKind; back: boolean }): string =>
  (back && BACK_NAMES[kind]) || EVENT_FACTS[kind].name;

/** Adds `back` to each event: true if the parcel was on its way back to its sender when the event happened. */
export const withBack = <Event extends Deed>(events: readonly Event[]): (Event & { back: boolean })[] =>
  events.map((event) => ({
    ...event,
    back: goesBack(event.piece ?? 1, events, event.occurredAt.getTime()),
  }));
