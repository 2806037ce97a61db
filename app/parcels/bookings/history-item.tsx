/** Draws one event of a booking's history, for staff. */
import { formatAdminDateTime } from "../../domain/dates.ts";
import { BOOKING_STATUS_LABELS, type BookingStatus } from "../../domain/delivery-status.ts";
import { EVENT_FACTS, type Corrections, type EventKind } from "../../domain/event-kinds.ts";
import { eventName } from "../../domain/going-back.ts";
import { INCIDENT_FACTS, type IncidentKind } from "../../domain/run.ts";
import { failureReason, type FailureReason } from "../../domain/failure-reasons.ts";
import { Link } from "../../ui/link.tsx";

export type HistoryEvent = {
  id: number;
  /** The time of the deed. `receivedAt` is the time at which the server received the report. */
  at: Date;
  receivedAt: Date;
  /** The number of the piece. Null if the event is about all pieces. */
  piece: number | null;
  hub: string | null;
  runId: string | null;
  run: string | null;
  incident: IncidentKind | null;
  from: BookingStatus | null;
  to: BookingStatus;
  by: string | null;
  note: string | null;
  kind: EventKind;
  /** True if the parcel was on its way back to the sender. */
  back: boolean;
  reason: FailureReason | null;
  changes: Corrections | null;
};

function titleOf({ kind, back, from, to }: HistoryEvent): string {
  if (kind !== "status_set" && kind !== "undone") return eventName({ kind, back });
  if (!from) return EVENT_FACTS.booked.name;
  const step = `${BOOKING_STATUS_LABELS[from]} → ${BOOKING_STATUS_LABELS[to]}`;
  return kind === "undone" ? `${step}, undone` : step;
}

const placeOf = ({ hub, piece }: HistoryEvent) =>
  [hub, piece && `piece ${piece}`].flatMap((part) => (part ? [`, ${part}`] : [])).join("");

/** A deed whose report arrived within this time counts as reported at once. */
const AT_ONCE_MS = 60_000;

export function HistoryItem({ event }: { event: HistoryEvent }) {
  const late = event.receivedAt.getTime() - event.at.getTime() > AT_ONCE_MS;
  return (
    <li className="pb-4">
      <p className="font-semibold">
        {titleOf(event)}
        {placeOf(event)}
        {event.runId && (
          <>
            , run{" "}
            <Link to={`/admin/runs/${event.runId}`} className="underline underline-offset-4">
              {event.run}
            </Link>
          </>
        )}
      </p>
      <p className="text-sm text-muted">
        {formatAdminDateTime(event.at)}
        {event.by && ` by ${event.by}`}
        {late && <span className="block">Heard of later: {formatAdminDateTime(event.receivedAt)}</span>}
      </p>
      {event.incident && <p>{INCIDENT_FACTS[event.incident].label}</p>}
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
