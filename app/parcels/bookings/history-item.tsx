/** One event in a booking's history, as staff see it. */
import { formatAdminDateTime } from "../../domain/dates.ts";
import { BOOKING_STATUS_LABELS, type BookingStatus } from "../../domain/delivery-status.ts";
import { EVENT_KIND_NAMES, type Corrections, type EventKind } from "../../domain/event-kinds.ts";
import { failureReason, type FailureReason } from "../../domain/failure-reasons.ts";

export type HistoryEvent = {
  id: number;
  at: Date;
  from: BookingStatus | null;
  to: BookingStatus;
  by: string | null;
  note: string | null;
  kind: EventKind;
  reason: FailureReason | null;
  changes: Corrections | null;
};

function titleOf({ kind, from, to }: HistoryEvent): string {
  const name = EVENT_KIND_NAMES[kind];
  if (name) return name;
  if (!from) return "Booked";
  const step = `${BOOKING_STATUS_LABELS[from]} → ${BOOKING_STATUS_LABELS[to]}`;
  return kind === "undone" ? `${step}, undone` : step;
}

export function HistoryItem({ event }: { event: HistoryEvent }) {
  return (
    <li className="pb-4">
      <p className="font-semibold">{titleOf(event)}</p>
      <p className="text-sm text-muted">
        {formatAdminDateTime(event.at)}
        {event.by && ` by ${event.by}`}
      </p>
      {event.reason && <p>{failureReason(event.reason).label}</p>}
      {event.note && <p>{event.note}</p>}
      {Object.entries(event.changes ?? {}).map(([field, [before, after]]) => (
        <p key={field} className="wrap-anywhere">
          {field}: {before !== "none" && <del>{before}</del>}{" "}
          <ins className="font-semibold no-underline">{after}</ins>
        </p>
      ))}
    </li>
  );
}
