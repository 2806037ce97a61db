/** Describes the fault of a table's row in words. */
import type { FaultKind, TableRow } from "./delimited.ts";

const TEXTS: Record<FaultKind, string> = {
  more_cells: "It has more cells than the heading: an amount or a text in it may be split in two",
  open_quote: "A quotation mark opens here and does not close",
  stray_quote: "A quotation mark closes before the end of its cell",
  swallowed_rows: "A quotation mark opens here and reaches over the rows below",
};

/** Returns the text about a row's fault or doubt; null for a trusted row. */
export function faultText(row: TableRow & { kind?: FaultKind }): string | null {
  if (row.kind) return TEXTS[row.kind];
  return row.doubt === undefined ? null : `The quotation mark of line ${row.doubt} reaches over this row`;
}
