/**
 * CHOICE-5, RECEIVER-1: the facts for the receiver's page that follow from a parcel's events: the attempt about which
 * the receiver is asked, and the end of the delivery. Pure.
 */
import { latestDeeds, type StateEvent } from "./booking-state.ts";
import type { AskedReason } from "./choices.ts";
import { DELIVERED } from "./delivery-status.ts";
import { ROAD_KINDS, type EventKind } from "./event-kinds.ts";
import { questionAfter } from "./event-follows.ts";
import { CANCELLED, type FailureReason } from "./failure-reasons.ts";
import { goesBack } from "./going-back.ts";

export type ReportedEvent = StateEvent & { reason: FailureReason | null };

/** True for an event that reports a failed attempt, with or without a question. */
const reports = ({ kind, reason }: ReportedEvent): boolean =>
  kind === "attempted" || (kind === "status_set" && reason !== null);

/**
 * The kinds of events after which the receiver is no longer asked about an attempt. The parcel's way back to the hub and
 * a new planned day are not among them.
 */
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
 * The last attempt, if its receiver is asked about it: until the parcel's next step, and not about an attempt to bring
 * the parcel back to its sender.
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

/** The time at which every piece was delivered, returned or cancelled; null before. */
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

/** True if each piece that the receiver does not have is on its way back to the sender. */
export function allGoBack(pieces: number, events: readonly ReportedEvent[]): boolean {
  const own = counted(events);
  const open = latestDeeds(pieces, events).flatMap((deed, n) => (deed?.status === DELIVERED ? [] : [n + 1]));
  return open.length > 0 && open.every((piece) => goesBack(piece, own));
}

const DAY_MS = 24 * 60 * 60 * 1000;
const AFTER_END_MS = 30 * DAY_MS;
const AFTER_LAST_MS = 60 * DAY_MS;

/**
 * RECEIVER-1: the time at which the receiver's link expires: 30 days after the end of the delivery, and without an end 60
 * days after the last event, also if that is a failed attempt.
 */
export const linkEnds = ({ ended, lastAt }: { ended: Date | null; lastAt: Date }): Date =>
  ended ? new Date(ended.getTime() + AFTER_END_MS) : new Date(lastAt.getTime() + AFTER_LAST_MS);

/** RECEIVER-1: the time until which a decided claim keeps the link. */
export const claimKeepsUntil = (decidedAt: Date): Date => new Date(decidedAt.getTime() + AFTER_END_MS);
