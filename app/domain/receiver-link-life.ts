/** RECEIVER-1: how long a receiver's link is valid: after the end of the delivery, or after the last event. Pure. */
import { latestDeeds } from "./booking-state.ts";
import { DELIVERED } from "./delivery-status.ts";
import { CANCELLED } from "./failure-reasons.ts";
import type { ReportedEvent } from "./receiver-question.ts";

/**
 * Returns the time when the last piece was delivered, returned or cancelled. Null until every piece has one of these
 * ends.
 */
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
