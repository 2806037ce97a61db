/**
 * The state of a booking, derived from its events by when they happened. Deeds arrive late and out of order: the same events give the
 * same state in whatever order they arrived. Pure.
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
  /** The status that was set by hand; other kinds say theirs in EVENT_FACTS. */
  toStatus: BookingStatus;
  /** The piece that it is about; null for all of them. */
  piece: number | null;
  /** The event that it takes back. */
  undoes: number | null;
};

export type BookingState = {
  status: BookingStatus;
  /** The deed that delivered the last piece; null while it is not delivered. */
  deliveredAt: Date | null;
  /** How many pieces are delivered. */
  deliveredPieces: number;
};

/** The status that an event says, if it says one. */
const statusOf = ({ kind, toStatus }: StateEvent): BookingStatus | null =>
  kind === "status_set" ? toStatus : EVENT_FACTS[kind].leadsTo;

/** Of two deeds in one moment the one further on the way counts, then the later kind of the table: neither depends on which arrived first. */
const weight = (event: StateEvent, status: BookingStatus) =>
  BOOKING_STATUSES.indexOf(status) * 100 + KINDS.indexOf(event.kind);
const KINDS = Object.keys(EVENT_FACTS);

/** The deed that says a piece's status. */
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

/** The latest deed of each of so many pieces; null where nothing happened to it. */
export function latestDeeds(pieces: number, events: readonly StateEvent[]): (Deed | null)[] {
  const undone = new Set(events.map(({ undoes }) => undoes));
  const counted = events.filter((event) => event.undoes === null && !undone.has(event.id));
  return Array.from({ length: pieces }, (_, index) =>
    latest(counted.filter(({ piece }) => piece === null || piece === index + 1)),
  );
}

/** The state of a booking with so many pieces. */
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
 * Of several pieces: delivered when the last one is; on the way while one is; not delivered once one failed and nothing is on
 * the way; pending before any has moved.
 */
function statusTogether(statuses: readonly BookingStatus[]): BookingStatus {
  const [first = FIRST_STATUS] = statuses;
  if (statuses.every((status) => status === first)) return first;
  return statuses.some(isOnTheWay) ? MOVING_STATUS : NOT_ALL_DELIVERED;
}
