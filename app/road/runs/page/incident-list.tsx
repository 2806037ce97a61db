/** TRIP-11: lists the incidents of a run, as the rider or the office reported them. */
import { TriangleAlert } from "lucide-react";
import { formatAdminDateTime } from "../../../domain/dates.ts";
import { INCIDENT_FACTS } from "../../../domain/run.ts";
import { TextLink } from "../../../ui/text-link.tsx";
import type { IncidentOfRun } from "./read-incidents.server.ts";

export function IncidentList({ list }: { list: readonly IncidentOfRun[] }) {
  if (list.length === 0) return null;
  return (
    <ul aria-label="Incidents" className="mt-4 grid gap-2">
      {list.map(({ id, at, incident, note, byName, exceptionId }) => {
        const { label } = INCIDENT_FACTS[incident];
        return (
          <li
            key={id}
            className="flex flex-wrap items-baseline gap-x-3 border-l-8 border-danfo bg-card px-4 py-2"
          >
            <TriangleAlert aria-hidden className="size-5 shrink-0 self-center" />
            {exceptionId ? (
              <TextLink to={`/admin/exceptions?view=${exceptionId}`}>{label}</TextLink>
            ) : (
              <strong>{label}</strong>
            )}
            {note && <span className="min-w-0 wrap-anywhere">{note}</span>}
            <span className="text-sm text-muted">
              {[formatAdminDateTime(at), byName].filter(Boolean).join(" · ")}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
