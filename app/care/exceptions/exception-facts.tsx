/** The parcel, the run and the hub of an exception, each with a link. */
import type { ReactNode } from "react";
import { Link } from "../../ui/link.tsx";
import { INCIDENT_FACTS } from "../../domain/run.ts";
import type { ExceptionRow } from "./list-exceptions.server.ts";

const LINK = "inline-flex min-h-6 items-center underline underline-offset-4";

/** Returns an exception's title: 'Incident: Vehicle broken down', or for other kinds the kind's label. */
export const titleOf = ({ kind, incident }: Pick<ExceptionRow, "kind" | "incident">, label: string): string =>
  kind === "incident" && incident ? INCIDENT_FACTS[incident].label : label;

/** Returns the URL of the list of claims that searches for the code of a booking. */
export const claimPlace = (code: string) => `/admin/claims?${new URLSearchParams({ q: code })}`;

/** Returns 'piece 2 of 3'. Null if the exception is about all pieces or the booking has only one piece. */
const pieceText = ({ number, pieces }: Pick<ExceptionRow, "number" | "pieces">): string | null =>
  number !== null && pieces !== null && pieces > 1 ? `piece ${number} of ${pieces}` : null;

export function ExceptionSubject({ row }: { row: ExceptionRow }) {
  const { code, runId, run, hub, driver, driverPhone, kind } = row;
  const parts: [string, ReactNode][] = [];
  if (code)
    parts.push([
      "parcel",
      <Link
        key="code"
        to={`/admin/bookings/${code}`}
        className={`${LINK} font-display font-bold tracking-wide`}
      >
        {code}
      </Link>,
    ]);
  const piece = pieceText(row);
  if (piece) parts.push(["piece", piece]);
  if (runId)
    parts.push([
      "run",
      <Link key="run" to={`/admin/runs/${runId}`} className={LINK}>
        {run}
      </Link>,
    ]);
  if (hub) parts.push(["hub", hub]);
  if (kind === "linehaul_overdue" && driver)
    parts.push([
      "driver",
      driverPhone ? (
        <a key="driver" href={`tel:${driverPhone}`} className={LINK}>
          {driver}
        </a>
      ) : (
        driver
      ),
    ]);
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
      {parts.map(([name, part]) => (
        <span key={name}>{part}</span>
      ))}
    </span>
  );
}
