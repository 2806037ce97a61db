/** EXC-2: the last hand-overs of a piece and the last events of its booking. */
import type { ReactNode } from "react";
import { formatAdminDateTime } from "../../domain/dates.ts";
import { BOOKING_STATUS_LABELS } from "../../domain/delivery-status.ts";
import { EVENT_FACTS } from "../../domain/event-kinds.ts";
import { failureReason } from "../../domain/failure-reasons.ts";
import type { ExceptionDetails } from "./read-exception.server.ts";

/** Lists the newest deed first, so that two contradicting deeds are next to each other. */
export function Deeds({ one: { moves, events } }: { one: ExceptionDetails }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {moves.length > 0 && (
        <div>
          <h3 className="text-sm font-semibold text-muted">Hand-overs</h3>
          <ul className="grid gap-2">
            {moves.map(({ id, from, to, at, heardAt, oneSided, by }) => (
              <Deed key={id} {...{ at, heardAt, by }}>
                {from} → {to}
                {oneSided && ", not confirmed"}
              </Deed>
            ))}
          </ul>
        </div>
      )}
      {events.length > 0 && (
        <div>
          <h3 className="text-sm font-semibold text-muted">History</h3>
          <ul className="grid gap-2">
            {events.map(({ id, kind: event, toStatus, reason, piece, at, heardAt, by }) => (
              <Deed key={id} {...{ at, heardAt, by }}>
                {event === "status_set" ? BOOKING_STATUS_LABELS[toStatus] : EVENT_FACTS[event].name}
                {piece !== null && `, piece ${piece}`}
                {reason && `: ${failureReason(reason).label}`}
              </Deed>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

/** A deed counts as reported immediately if its report arrived within this time. */
const AT_ONCE_MS = 60_000;

function Deed({
  at,
  heardAt,
  by,
  children,
}: {
  at: Date;
  heardAt: Date;
  by: string | null;
  children: ReactNode;
}) {
  const late = heardAt.getTime() - at.getTime() > AT_ONCE_MS;
  return (
    <li className="border-l-4 border-dashed border-ink pl-3">
      <p className="font-semibold wrap-anywhere">{children}</p>
      <p className="text-sm text-muted">
        {formatAdminDateTime(at)}
        {by && ` by ${by}`}
        {late && `, heard of ${formatAdminDateTime(heardAt)}`}
      </p>
    </li>
  );
}
