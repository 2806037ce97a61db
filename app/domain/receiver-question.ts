/**
 * CHOICE-5: derives two facts from a parcel's events: the attempt that the receiver is asked about, and whether all
 * pieces are on their way back. Pure.
 */
import { latestDeeds, type StateEvent } from "./booking-state.ts";
import type { AskedReason } from "./choices.ts";
import { DELIVERED } from "./delivery-status.ts";
import { ROAD_KINDS, type EventKind } from "./event-kinds.ts";
import { questionAfter } from "./event-follows.ts";
import type { FailureReason } from "./failure-reasons.ts";
import { goesBack } from "./going-back.ts";

export type ReportedEvent = StateEvent & { reason: FailureReason | null };

/** True for a failed attempt, whether or not the receiver is asked about it. */
const reports = ({ kind, reason }: ReportedEvent): boolean =>
  kind === "attempted" || (kind === "status_set" && reason !== null);

/** These events end the question about an attempt. An arrival at a hub or a new day does not end it. */
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
 * Returns the last attempt, with the reason that the receiver is asked to confirm. Null if the receiver is not asked
 * about this attempt, if the parcel has made its next step, or if the rider was bringing the parcel back to its sender.
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

/** True if every undelivered piece is on its way back to the sender. */
export function allGoBack(pieces: number, events: readonly ReportedEvent[]): boolean {
  const own = counted(events);
  const open = latestDeeds(pieces, events).flatMap((deed, n) => (deed?.status === DELIVERED ? [] : [n + 1]));
  return open.length > 0 && open.every((piece) => goesBack(piece, own));
}
