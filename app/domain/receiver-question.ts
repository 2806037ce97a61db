/**
 * CHOICE-5, RECEIVER-1: derives facts for the receiver's page from a parcel's events: the attempt that the receiver
 * is asked about, and the end of the delivery. Pure.
 */
import { latestDeeds, type StateEvent } from "./booking-state.ts";
import type { AskedReason } from "./choices.ts";
import { DELIVERED } from "./delivery-status.ts";
import { ROAD_KINDS, type EventKind } from "./event-kinds.ts";
import { questionAfter } from "./event-follows.ts";
import { CANCELLED, type FailureReason } from "./failure-reasons.ts";
import { goesBack } from "./going-back.ts";

export type ReportedEvent = StateEvent & { reason: FailureReason | null };

/** True for a failed attempt, whether or not the receiver is asked about it. */
const reports = ({ kind, reason }: ReportedEvent): boolean =>
  kind === "attempted" || (kind === "status_set" && reason !== null);

/** These events end the question about an attempt. The way back to the hub and a new day do not end it. */
const NEXT_STEPS = new Set<EventKind>([
  ...ROAD_KINDS.filter((kind) => !["attempted", "arrived_at_hub", "rescheduled"].includes(kind)),
  "status_set",
  "cancelled",
]);

function counted<Event extends StateEvent>(events: readonly Event[]): Event[] {
  const undone = new Set(events.map(({ undoes }) => undoes));
  return events.filter(({ id }) => !undone.has(id));
}

const inOrder = (one: StateEvent, other: StateEvent) =>
  one.occurredAt.getTime() - other.occurredAt.getTime() || one.id - other.id;

/**
 * Returns the last attempt if the receiver is still asked about it: until the parcel's next step. The receiver is not
 * asked about an attempt to bring the parcel back to its sender.
 */
export function askedAttempt<Event extends ReportedEvent>(
  events: readonly Event[],
): { event: Event; reason: AskedReason } | null {
  const own = counted(events);
  const event = own.filter(reports).toSorted(inOrder).at(-1);
  const reason = event && questionAfter(event);
  if (!reason || goesBack(event.piece ?? 1, own, event.occurredAt.getTime() - 1)) return null;
  const moved = own.some(({ kind, occurredAt }) => NEXT_STEPS.has(kind) && occurredAt > event.occurredAt);
  return moved ? null : { event, reason };
}

/** Returns the time when the last piece was delivered, returned or cancelled. Null while any piece is not. */
export function endOfDelivery(pieces: number, events: readonly ReportedEvent[]): Date | null {
  const named = events.map((event) =>
    event.reason === CANCELLED ? { ...event, kind: "cancelled" as const } : event,
  );
  const ends = latestDeeds(pieces, named).map((deed) =>
    deed && (deed.status === DELIVERED || deed.kind === "returned" || deed.kind === "cancelled")
      ? deed.at.getTime()
      : null,
  );
  return ends.includes(null) ? null : new Date(Math.max(...ends.map((end) => end ?? 0)));
}

/** True if every undelivered piece is on its way back to the sender. */
export function allGoBack(pieces: number, events: readonly ReportedEvent[]): boolean {
  const own = counted(events);
  const open = latestDeeds(pieces, events).flatMap((deed, n) => (deed?.status === DELIVERED ? [] : [n + 1]));
  return open.length > 0 && open.every((piece) => goesBack(piece, own));
}

const DAY_MS = 24 * 60 * 60 * 1000;
const AFTER_END_MS = 30 * DAY_MS;
const AFTER_LAST_MS = 60 * DAY_MS;

/**
 * RECEIVER-1: a link ends 30 days after the end of the delivery, or 60 days after the last event if there is no end.
 */
export const linkEnds = ({ ended, lastAt }: { ended: Date | null; lastAt: Date }): Date =>
  ended ? new Date(ended.getTime() + AFTER_END_MS) : new Date(lastAt.getTime() + AFTER_LAST_MS);

/** RECEIVER-1: a claim that was decided keeps the link valid until this time. */
export const claimKeepsUntil = (decidedAt: Date): Date => new Date(decidedAt.getTime() + AFTER_END_MS);
