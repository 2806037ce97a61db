/**
 * Derives the state of a booking from its events, in the order in which they happened. Deeds arrive late and out of
 * order, but the order of arrival does not change the state. Pure.
 */
import { inOrder, rankOfEvent, type ByPhone } from "./deed-order.ts";
import {
  BOOKING_STATUSES,
  DELIVERED,
  FIRST_STATUS,
  isOnTheWay,
  MOVING_STATUS,
  NOT_ALL_DELIVERED,
  type BookingStatus,
} from "./delivery-status.ts";
import { EVENT_FACTS, type EventKind } from "./event-kinds.ts";

export type StateEvent = {
  id: number;
  kind: EventKind;
  occurredAt: Date;
  /** The status that staff set by hand. Any other event leads to the status in EVENT_FACTS. */
  toStatus: BookingStatus;
  /** Null means that the event is about all pieces. */
  piece: number | null;
  /** The id of the event that this event undoes. Null if it undoes none. */
  undoes: number | null;
  /** The phone that reported the event. Null if no phone reported it. */
  phone: ByPhone | null;
};

export type BookingState = {
  status: BookingStatus;
  /** The time when the last piece was delivered. Null while any piece is not delivered. */
  deliveredAt: Date | null;
  deliveredPieces: number;
};

/** Returns the status that an event leads to. Null if the event does not change the status. */
const statusOf = ({ kind, toStatus }: Pick<StateEvent, "kind" | "toStatus">): BookingStatus | null =>
  kind === "status_set" ? toStatus : EVENT_FACTS[kind].leadsTo;

/** The deed that decides a piece's status. */
type Deed = { id: number; status: BookingStatus; kind: EventKind; at: Date };

/**
 * Two events of a piece that cannot both be true. `said`: the receiver got the piece, or the sender got it back.
 * `against`: a later event, which says that the piece was somewhere else.
 */
export type Disagreement<Event = StateEvent> = { piece: number; said: Event; against: Event };

type PieceStory<Event> = {
  deed: Deed | null;
  /** The ids of attempts that do not count, because the piece was delivered or returned before. */
  uncounted: number[];
  disagreements: Disagreement<Event>[];
};

/** True if, after the event, the receiver has the piece, or the sender has the piece back. */
const ends = ({ kind, toStatus }: StateEvent): boolean => {
  const to = EVENT_FACTS[kind].givesTo;
  return to === "receiver" || to === "sender" || (kind === "status_set" && toStatus === DELIVERED);
};

/** True if the event contradicts the delivery or the return (`end`) of the same piece. */
function contradicts(event: StateEvent, end: StateEvent): boolean {
  if (event.kind === "status_set") return event.toStatus !== statusOf(end);
  if (ends(event)) return statusOf(event) !== statusOf(end);
  return event.kind === "attempted" || EVENT_FACTS[event.kind].givesTo !== undefined;
}

/**
 * Returns the history of a piece. If a phone reports an attempt on a piece that was delivered or returned, the attempt
 * does not count: the piece keeps its state, and the two events are a disagreement. Events by staff always count.
 */
function storyOf<Event extends StateEvent>(piece: number, events: readonly Event[]): PieceStory<Event> {
  const story: PieceStory<Event> = { deed: null, uncounted: [], disagreements: [] };
  let end: Event | null = null;
  const told = events.filter((event) => (event.piece === null || event.piece === piece) && statusOf(event));
  for (const event of inOrder(told, eventPlaceOf)) {
    const { id, kind, phone, occurredAt: at } = event;
    if (end && contradicts(event, end)) story.disagreements.push({ piece, said: end, against: event });
    if (end && kind === "attempted" && phone) {
      story.uncounted.push(id);
      continue;
    }
    story.deed = { id, status: statusOf(event)!, kind, at };
    if (ends(event)) end = event;
    else if (EVENT_FACTS[kind].givesTo) end = null;
  }
  return story;
}

/** Returns the values that decide the place of an event in the order of a piece's events. */
export const eventPlaceOf = ({ kind, toStatus, occurredAt: at, phone }: Omit<StateEvent, "id">) => ({
  ...{ at, phone, rank: rankOfEvent(kind) },
  tie: String(BOOKING_STATUSES.indexOf(toStatus)),
});

/** Returns the history of each of a booking's pieces. `pieces` is their number. Undone events are left out. */
function storiesOf<Event extends StateEvent>(pieces: number, events: readonly Event[]): PieceStory<Event>[] {
  const undone = new Set(events.map(({ undoes }) => undoes));
  const counted = events.filter(({ id }) => !undone.has(id));
  return Array.from({ length: pieces }, (_, index) => storyOf(index + 1, counted));
}

/** Returns the latest deed of each piece. Null for a piece without a deed. */
export const latestDeeds = (pieces: number, events: readonly StateEvent[]): (Deed | null)[] =>
  storiesOf(pieces, events).map(({ deed }) => deed);

/** Lists the pairs of events that cannot both be true, piece by piece. */
export const disagreementsOf = <Event extends StateEvent>(
  pieces: number,
  events: readonly Event[],
): Disagreement<Event>[] => storiesOf(pieces, events).flatMap(({ disagreements }) => disagreements);

/** Returns the events without the attempts that do not count for any piece. */
export function countedEvents<Event extends StateEvent>(pieces: number, events: readonly Event[]): Event[] {
  const uncounted = storiesOf(pieces, events).map((story) => new Set(story.uncounted));
  const isUncounted = ({ id, piece }: Event) =>
    piece === null ? uncounted.every((ids) => ids.has(id)) : uncounted[piece - 1]?.has(id);
  return events.filter((event) => !isUncounted(event));
}

export function bookingState(pieces: number, events: readonly StateEvent[]): BookingState {
  const each = latestDeeds(pieces, events);
  const delivered = each.filter((one) => one?.status === DELIVERED);
  const status = statusTogether(each.map((one) => one?.status ?? FIRST_STATUS));
  const last = Math.max(...delivered.map((one) => one!.at.getTime()));
  return {
    status,
    deliveredAt: status === DELIVERED ? new Date(last) : null,
    deliveredPieces: delivered.length,
  };
}

/**
 * Returns the status of a booking from the statuses of its pieces. If all pieces have the same status, the booking has
 * this status. Otherwise the booking is In Transit while any piece is still on its way. After that the booking is
 * Failed, because some pieces were not delivered.
 */
function statusTogether(statuses: readonly BookingStatus[]): BookingStatus {
  const [first = FIRST_STATUS] = statuses;
  if (statuses.every((status) => status === first)) return first;
  return statuses.some(isOnTheWay) ? MOVING_STATUS : NOT_ALL_DELIVERED;
}
