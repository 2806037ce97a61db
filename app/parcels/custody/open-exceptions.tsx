/** EXC-1: the open exceptions of a booking. */
import { TriangleAlert } from "lucide-react";
import { dueClock } from "../../domain/due-text.ts";
import { EXCEPTION_FACTS } from "../../domain/exception-kinds.ts";
import { INCIDENT_FACTS } from "../../domain/run.ts";
import { TextLink } from "../../ui/text-link.tsx";
import type { OpenExceptionOf } from "./read-exceptions.server.ts";

export function OpenExceptions({
  list,
  now,
  pieces,
}: {
  list: readonly OpenExceptionOf[];
  now: Date;
  pieces: number;
}) {
  if (list.length === 0) return null;
  return (
    <ul aria-label="Open exceptions" className="mt-4 grid gap-2 print:hidden">
      {list.map(({ id, kind, incident, dueAt, note, piece }) => {
        const { overdue, text } = dueClock(dueAt, now);
        return (
          <li
            key={id}
            className={`flex flex-wrap items-baseline gap-x-3 border-l-8 bg-card px-4 py-2 ${overdue ? "border-stop" : "border-danfo"}`}
          >
            <TriangleAlert
              aria-hidden
              className={`size-5 shrink-0 self-center ${overdue ? "text-stop" : ""}`}
            />
            <TextLink to={`/admin/exceptions?view=${id}`}>{EXCEPTION_FACTS[kind].label}</TextLink>
            <span className="min-w-0 wrap-anywhere">
              {[
                incident && INCIDENT_FACTS[incident].label,
                piece !== null && pieces > 1 && `piece ${piece} of ${pieces}`,
                note,
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
            <span className={`text-sm ${overdue ? "font-bold text-stop" : "text-muted"}`}>{text}</span>
          </li>
        );
      })}
    </ul>
  );
}
