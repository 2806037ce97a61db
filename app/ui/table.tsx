import type { ReactNode } from "react";

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: "left" | "right";
  primary?: boolean;
};

type Props<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  empty: ReactNode;
  rowClass?: (row: Row) => string;
};

const LABELLED = "grid grid-cols-[7.5rem_minmax(0,1fr)] items-center gap-2 py-1.5";
/** What a card is about: its label above, and a line below. */
const PRIMARY = "mb-1 block border-b-2 border-dashed border-line pt-1 pb-2 before:block";

/** A table that becomes labelled cards on a phone, with nothing lost. */
export function DataTable<Row>({ caption, columns, rows, rowKey, empty, rowClass }: Props<Row>) {
  if (rows.length === 0) return <>{empty}</>;
  return (
    // The padding keeps focus rings of a table's links from being cut where a narrow window makes it scroll.
    <div className="md:-m-1 md:overflow-x-auto md:p-1">
      <table className="block w-full text-left md:table">
        <caption className="sr-only">{caption}</caption>
        <thead className="sr-only md:not-sr-only md:table-header-group">
          <tr className="md:border-b-2 md:border-ink">
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={`px-2 py-2 text-sm font-semibold whitespace-nowrap ${column.align === "right" ? "text-right" : ""}`}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="grid gap-3 md:table-row-group">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className={`block border-2 border-line bg-card px-3 py-2 md:table-row md:border-0 md:border-b md:bg-transparent md:p-0 md:hover:bg-card ${rowClass?.(row) ?? ""}`}
            >
              {columns.map((column) => (
                <td
                  key={column.key}
                  data-label={column.header}
                  className={`${column.primary ? PRIMARY : LABELLED} align-middle tabular-nums before:text-sm before:text-muted before:content-[attr(data-label)] md:table-cell md:border-0 md:px-2 md:py-3 md:before:content-none ${
                    column.align === "right" ? "md:text-right" : ""
                  }`}
                >
                  <div className="min-w-0">{column.cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
