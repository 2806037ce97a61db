/** BANK-1: shows the beginning of a bank's file to the person who chooses its columns. Pure. */
import type { StatementPreview } from "../../domain/payment.ts";
import type { Table } from "../../platform/tables/delimited.ts";
import { proposeColumns } from "./propose-columns.ts";
import { bodyOf } from "./statement-lines.ts";

const SHOWN_ABOVE = 12;
const SHOWN_BELOW = 8;
const MAX_CELL = 200;
const MAX_COLUMNS_SHOWN = 40;

export function previewOf(table: Table, today: string, otherSheets: string[] = []): StatementPreview {
  const { heading } = table;
  const body = bodyOf(table);
  const { columns, days, proven } = proposeColumns(
    heading.cells,
    body.map(({ cells }) => cells),
    today,
  );
  const above = table.rows.filter(({ row }) => row < heading.line).slice(-SHOWN_ABOVE);
  const at = table.rows.filter(({ row }) => row === heading.line);
  const shown = [...above, ...at, ...body.slice(0, SHOWN_BELOW)].map(({ row, cells }) => ({
    row,
    cells: cells.slice(0, MAX_COLUMNS_SHOWN).map((cell) => cell.slice(0, MAX_CELL)),
  }));
  return {
    rows: shown,
    headingLine: heading.line,
    heading: heading.cells.slice(0, MAX_COLUMNS_SHOWN).map((cell) => cell.slice(0, MAX_CELL)),
    columns,
    asksDays: days === null,
    proven,
    otherSheets,
  };
}
