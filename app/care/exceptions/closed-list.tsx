/** EXC-2: the closed exceptions, newest first, with their reasons. */
import { formatAdminDateTime } from "../../domain/dates.ts";
import { CLOSE_REASON_NAMES, EXCEPTION_FACTS } from "../../domain/exception-kinds.ts";
import { Link } from "../../ui/link.tsx";
import { DataTable } from "../../ui/table.tsx";
import type { ReactNode } from "react";
import { ExceptionSubject, titleOf } from "./exception-facts.tsx";
import type { ExceptionRow } from "./list-exceptions.server.ts";

type Props = { rows: readonly ExceptionRow[]; viewTo: (id: string) => string; empty: ReactNode };

export function ClosedList({ rows, viewTo, empty }: Props) {
  return (
    <DataTable<ExceptionRow>
      caption="Closed exceptions, newest first"
      rows={rows}
      rowKey="id"
      empty={empty}
      columns={[
        {
          key: "kind",
          header: "Exception",
          primary: true,
          cell: (row) => (
            <Link
              to={viewTo(row.id)}
              preventScrollReset
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              {titleOf(row, EXCEPTION_FACTS[row.kind].label)}
            </Link>
          ),
        },
        { key: "about", header: "About", cell: (row) => <ExceptionSubject row={row} /> },
        {
          key: "reason",
          header: "Reason",
          long: true,
          cell: ({ closeReason, closeNote }) => (
            <>
              <span className="block font-semibold">{closeReason && CLOSE_REASON_NAMES[closeReason]}</span>
              {closeNote && <span className="block text-sm text-muted">{closeNote}</span>}
            </>
          ),
        },
        {
          key: "closed",
          header: "Closed",
          cell: ({ closedAt, closedByName }) => (
            <>
              {closedAt && formatAdminDateTime(closedAt)}
              <span className="block text-sm text-muted">by {closedByName}</span>
            </>
          ),
        },
        {
          key: "opened",
          header: "Opened",
          cell: ({ openedAt, openedByName }) => (
            <>
              {formatAdminDateTime(openedAt)}
              <span className="block text-sm text-muted">by {openedByName}</span>
            </>
          ),
        },
      ]}
    />
  );
}
