import { BOOKING_STATUS_LABELS, type BookingStatus } from "../../domain/delivery-status.ts";
import { EVENT_FACTS, type EventKind } from "../../domain/event-kinds.ts";
import { failureReason, type FailureReason } from "../../domain/failure-reasons.ts";

type Event = { kind: EventKind; reason: FailureReason | null; toStatus: BookingStatus };

/** Returns the public text of an event. The text comes from the event's reason, kind or status. */
export function publicTextOf({ kind, reason, toStatus }: Event): string {
  if (reason) return failureReason(reason).publicText;
  const { publicText, name } = EVENT_FACTS[kind];
  return publicText ?? (kind === "status_set" ? BOOKING_STATUS_LABELS[toStatus] : name);
}

/** Returns the status after an event. Null if the event changed no status, for example a payment event. */
export const statusAfterEvent = ({
  kind,
  toStatus,
}: Pick<Event, "kind" | "toStatus">): BookingStatus | null =>
  kind === "booked" || kind === "status_set" || EVENT_FACTS[kind].leadsTo !== null ? toStatus : null;
