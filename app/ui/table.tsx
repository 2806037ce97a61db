import type { ReactNode } from "react";
import { EmptyState } from "./states.tsx";

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  align?: "left" | "right";
  primary?: boolean;
  /** True for names or email addresses of any length: they may break at any letter, which keeps the table narrow. */
  long?: boolean;
  /** True for a column that only the wide table shows. On a card, the primary cell must contain the value instead. */
  wide?: boolean;
  /**
   * The place of the cell in a compact table on a narrow screen. By default: on the second line, with its label.
   * `bare`: on the second line, without its label. `end`: at the end of the first line.
   */
  narrow?: "end" | "bare";
  /** The text of an empty cell (null) in a compact table on a wide screen; 'N/A' by default. */
  none?: string;
};

type Props<Row> = {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The property that identifies a row in the list. */
  rowKey: keyof Row;
  /** The text or element that a table without rows shows. A text is shown as an EmptyState. */
  empty?: ReactNode;
  rowClass?: (row: Row) => string;
  /**
   * True if a narrow screen shows a row as two lines instead of a card. The first line has the primary cell and the
   * cell with `narrow: "end"`; the second line has the other cells. Cells with null are left out.
   */
  compact?: boolean;
};

/** WEB-5: puts the label and the value side by side if both fit, at any text size. */
const LABELLED =
  "block py-1.5 before:block @[16rem]:grid @[16rem]:grid-cols-[6.5rem_minmax(0,1fr)] @[16rem]:items-center @[16rem]:gap-2";
/** The title of a card, between its label and a dashed line. */
const PRIMARY = "mb-1 block border-b border-dashed border-line pt-1 pb-2 before:block";
const CARD = "block bg-card px-3 py-2";
/**
 * Makes two lines. The cells of the first line have order 0, those of the second line have order 2. A pseudo-element
 * with order 1 is as wide as the row and breaks the line between them.
 */
const TWO_LINES =
  "flex flex-wrap items-center gap-x-3 border-b border-line py-1.5 before:order-1 before:basis-full before:content-[''] @4xl:before:content-none";

function cellClass<Row>(column: Column<Row>, compact: boolean, missing: boolean): string {
  const { primary, narrow, wide } = column;
  if (wide || missing) return "hidden";
  if (!compact) return `${primary ? PRIMARY : LABELLED} before:text-sm`;
  if (primary) return "min-w-0 flex-1 before:hidden";
  if (narrow === "end") return "flex items-center gap-1.5 before:text-sm";
  return `order-2 flex gap-1.5 text-sm @4xl:text-base ${narrow === "bare" ? "before:hidden" : ""}`;
}

/** Draws a table. On narrow screens it becomes cards with labelled cells, and nothing is left out. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  empty = null,
  rowClass,
  compact = false,
}: Props<Row>) {
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
        <tbody className={`${compact ? "block" : "grid gap-3 @xl:grid-cols-2"} @4xl:table-row-group`}>
          {rows.map((row) => (
            <tr
              key={String(row[rowKey])}
              className={`${compact ? TWO_LINES : CARD} @4xl:table-row @4xl:border-b @4xl:border-line @4xl:bg-transparent @4xl:p-0 @4xl:hover:bg-card ${rowClass?.(row) ?? ""}`}
            >
              {columns.map((column) => {
                const shown = column.cell(row);
                const missing = compact && shown === null;
                return (
                  <td
                    key={column.key}
                    data-label={column.header}
                    className={`${cellClass(column, compact, missing)} align-middle tabular-nums before:text-muted before:content-[attr(data-label)] @4xl:table-cell @4xl:border-0 @4xl:px-2 @4xl:py-2 @4xl:before:content-none ${
                      column.align === "right" ? "@4xl:text-right" : ""
                    }`}
                  >
                    <div
                      className={`min-w-0 ${column.primary ? "@4xl:max-w-md" : "@4xl:max-w-72"} ${column.long ? "wrap-anywhere @4xl:min-w-36" : ""} ${column.align === "right" ? "@4xl:ml-auto" : ""}`}
                    >
                      {missing ? (column.none ?? "N/A") : shown}
                    </div>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
