/**
 * The state of a booking, derived from its events in the order in which they happened. Deeds arrive late and out of
 * order, but the order of arrival must not change the state. Pure.
 */
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
  /**
   * The status of an event with which staff set the status by hand. Any other event leads to the status in EVENT_FACTS.
   */
  toStatus: BookingStatus;
  /** The piece of the event; null if the event is about all pieces. */
  piece: number | null;
  /** The id of the event that this event undoes; null if it undoes none. */
  undoes: number | null;
};

export type BookingState = {
  status: BookingStatus;
  /** The time of the deed that delivered the last piece; null while a piece is not delivered. */
  deliveredAt: Date | null;
  /** The number of delivered pieces. */
  deliveredPieces: number;
};

/** The status that an event leads to, if any. */
const statusOf = ({ kind, toStatus }: StateEvent): BookingStatus | null =>
  kind === "status_set" ? toStatus : EVENT_FACTS[kind].leadsTo;

/**
 * The rank of a deed among deeds of one piece in one moment. The deed whose status is further along the way counts, and
 * if the statuses are equal, the deed whose kind is later in EVENT_FACTS. The order of arrival does not matter.
 */
const weight = (event: StateEvent, status: BookingStatus) =>
  BOOKING_STATUSES.indexOf(status) * 100 + KINDS.indexOf(event.kind);
const KINDS = Object.keys(EVENT_FACTS);

/** The deed that decides a piece's status. */
type Deed = { status: BookingStatus; kind: EventKind; at: Date };

function latest(events: readonly StateEvent[]): Deed | null {
  let best: (Deed & { weight: number }) | null = null;
  for (const event of events) {
    const status = statusOf(event);
    if (status === null) continue;
    const own = { status, kind: event.kind, at: event.occurredAt, weight: weight(event, status) };
    const later = best ? own.at.getTime() - best.at.getTime() || own.weight - best.weight : 1;
    if (later > 0) best = own;
  }
  return best;
}

/** The latest deed of each of a booking's `pieces` pieces; null for a piece without a deed. */
export function latestDeeds(pieces: number, events: readonly StateEvent[]): (Deed | null)[] {
  const undone = new Set(events.map(({ undoes }) => undoes));
  // Undone events are left out. The events that undo them may stay, because they lead to no status.
  const counted = events.filter(({ id }) => !undone.has(id));
  return Array.from({ length: pieces }, (_, index) =>
    latest(counted.filter(({ piece }) => piece === null || piece === index + 1)),
  );
}

/** The state of a booking with `pieces` pieces. */
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
 * The status of a booking from the statuses of its pieces. If all pieces have one status, it is that of the booking.
 * Otherwise the booking is In Transit until every piece has ended, and then Failed, because not all were delivered.
 */
function statusTogether(statuses: readonly BookingStatus[]): BookingStatus {
  const [first = FIRST_STATUS] = statuses;
  if (statuses.every((status) => status === first)) return first;
  return statuses.some(isOnTheWay) ? MOVING_STATUS : NOT_ALL_DELIVERED;
}
