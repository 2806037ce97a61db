import type { ReactNode } from "react";
import { EmptyState } from "./states.tsx";

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: "left" | "right";
  primary?: boolean;
  /** A name or an address of any length: it breaks anywhere rather than widen the table. */
  long?: boolean;
  /** In the table only: on a card, the primary cell shows it. */
  wide?: boolean;
};

type Props<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The column that names a row: unique in the list. */
  rowKey: keyof Row;
  /** Shown where there are no rows; a text as an EmptyState. */
  empty?: ReactNode;
  rowClass?: (row: Row) => string;
};

/** Side by side where both fit, at any text size. */
const LABELLED =
  "block py-1.5 before:block @[16rem]:grid @[16rem]:grid-cols-[6.5rem_minmax(0,1fr)] @[16rem]:items-center @[16rem]:gap-2";
/** The title of a card: its label above, and a line below. */
const PRIMARY = "mb-1 block border-b border-dashed border-line pt-1 pb-2 before:block";

/** A table that becomes labelled cards on narrow screens, with nothing left out. */
export function DataTable<Row>({ caption, columns, rows, rowKey, empty = null, rowClass }: Props<Row>) {
  if (rows.length === 0) return typeof empty === "string" ? <EmptyState title={empty} /> : <>{empty}</>;
  return (
    <div className="@container">
      <table className="block w-full text-left @4xl:table">
        <caption className="sr-only">{caption}</caption>
        <thead className="sr-only @4xl:not-sr-only @4xl:table-header-group">
          <tr className="@4xl:border-b @4xl:border-line">
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={`px-2 py-2 text-sm font-semibold ${column.align === "right" ? "text-right" : ""}`}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="grid gap-3 @xl:grid-cols-2 @4xl:table-row-group">
          {rows.map((row) => (
            <tr
              key={String(row[rowKey])}
              className={`block bg-card px-3 py-2 @4xl:table-row @4xl:border-b @4xl:border-line @4xl:bg-transparent @4xl:p-0 @4xl:hover:bg-card ${rowClass?.(row) ?? ""}`}
            >
              {columns.map((column) => (
                <td
                  key={column.key}
                  data-label={column.header}
                  className={`${column.wide ? "hidden" : column.primary ? PRIMARY : LABELLED} align-middle tabular-nums before:text-sm before:text-muted before:content-[attr(data-label)] @4xl:table-cell @4xl:border-0 @4xl:px-2 @4xl:py-2 @4xl:before:content-none ${
                    column.align === "right" ? "@4xl:text-right" : ""
                  }`}
                >
                  <div
                    className={`min-w-0 ${column.primary ? "@4xl:max-w-md" : "@4xl:max-w-72"} ${column.long ? "wrap-anywhere @4xl:min-w-36" : ""}`}
                  >
                    {column.cell(row)}
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
