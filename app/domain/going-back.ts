/** When a piece goes back to its sender, from its events by when they happened. Pure. */
import { DELIVERED } from "./delivery-status.ts";
import { EVENT_FACTS, type EventKind } from "./event-kinds.ts";

type Deed = { kind: EventKind; occurredAt: Date; piece: number | null };

/** Kinds that end a return: it arrived, or the parcel goes to the receiver after all. */
const ENDS_RETURN = new Set<EventKind>(["returned", DELIVERED, "rescheduled", "status_set", "cancelled"]);

/**
 * Whether a piece was on its way back at a moment, now where none is given. On the way back it leaves hubs, arrives at others and is out with a
 * rider, like any parcel.
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

/** What is read of a deed of a parcel that goes back: out with a rider it is not on its way to the receiver. */
const WORDS: Partial<Record<EventKind, EventKind>> = { out_for_delivery: "return_started" };
const BACK_NAMES: Partial<Record<EventKind, string>> = { out_for_delivery: "On its way back to the sender" };

/** The public words of an event; null where there are none. `back`: the parcel was going back then. */
export const publicWords = ({ kind, back }: { kind: EventKind; back: boolean }): string | null =>
  EVENT_FACTS[(back && WORDS[kind]) || kind].publicText;

/** What staff read. */
export const eventName = ({ kind, back }: { kind: EventKind; back: boolean }): string =>
  (back && BACK_NAMES[kind]) || EVENT_FACTS[kind].name;

/** Says of each event whether its parcel was going back then. */
export const withBack = <Event extends Deed>(events: readonly Event[]): (Event & { back: boolean })[] =>
  events.map((event) => ({
    ...event,
    back: goesBack(event.piece ?? 1, events, event.occurredAt.getTime()),
  }));
