/** BULK-1, BULK-2: reads a table of parcels from the text that the table reader made of the file. Pure. */
import { numberText } from "../../platform/http/list-count.ts";
import { readDelimited } from "../../platform/tables/delimited.ts";
import { faultText } from "../../platform/tables/fault-text.ts";
import { rowFieldsOf } from "./cell-values.ts";
import { columnsOf, missingColumns, columnNameCount, type BulkColumn } from "./columns.ts";

export const MAX_BULK_ROWS = 500;
/** The row with the names of the columns is searched only in this many rows, from the first row on. */
const HEADING_ROWS = 20;
const FEWEST_NAMES = 2;

type SheetRow = {
  /** BULK-4: the row as a spreadsheet counts it. */
  row: number;
  cells: string[];
  fields: Partial<Record<string, string>>;
  fault: string | null;
};
export type Sheet = { ok: true; columns: BulkColumn[]; headingRow: number; rows: SheetRow[] };

/**
 * Reads a table. The heading is the row with the most names of columns. Refuses a table without a heading or with too
 * many rows.
 */
export function readSheet(text: string): Sheet | { ok: false; error: string } {
  const first = readDelimited(text);
  const heading = first.rows
    .slice(0, HEADING_ROWS)
    .map(({ row, cells }) => ({ row, names: columnNameCount(cells) }))
    .reduce((best, one) => (one.names > best.names ? one : best), { row: 0, names: 0 });
  if (heading.names < FEWEST_NAMES)
    return {
      ok: false,
      error:
        "We found no row with the names of the columns. Put names such as Receiver, Phone, Delivery address, Description and Weight (kg) above the rows, as in the template.",
    };
  const { rows, faults } = heading.row === first.heading.line ? first : readDelimited(text, heading.row);
  const columns = columnsOf(rows.find(({ row }) => row === heading.row)?.cells ?? []);
  const recordAt = new Map([...rows, ...faults].map(({ row, record }) => [row, record]));
  const headingRow = recordAt.get(heading.row) ?? heading.row;
  const missing = missingColumns(columns);
  if (missing.length > 0)
    return {
      ok: false,
      error: `Row ${headingRow} has no column for: ${missing.join(", ")}. Add ${missing.length === 1 ? "it" : "them"}, with this name above it, as in the template.`,
    };
  const body = [...rows, ...faults].filter(({ row }) => row > heading.row).toSorted((a, b) => a.row - b.row);
  if (body.length === 0) return { ok: false, error: "There are no rows below the names of the columns." };
  if (body.length > MAX_BULK_ROWS)
    return {
      ok: false,
      error: `This table has ${numberText(body.length)} rows. A batch takes ${MAX_BULK_ROWS} at most: send it in parts.`,
    };
  return {
    ok: true,
    columns,
    headingRow,
    rows: body.map(({ doubt, ...one }) => ({
      row: one.record,
      cells: one.cells,
      fields: rowFieldsOf(one.cells, columns),
      fault: faultText(doubt === undefined ? one : { ...one, doubt: recordAt.get(doubt) ?? doubt }),
    })),
  };
}
