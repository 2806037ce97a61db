/** Escapes the cells of a CSV file that a spreadsheet would execute as a formula, and removes the escape on import. */
/**
 * The characters that make a cell risky if it begins with one of them: those that begin a formula, their full-width
 * forms, which East Asian spreadsheets accept too, and line breaks.
 */
const RISKY = /^[=+\-@＝＋－＠\t\r\n]/;

/**
 * STAFF-14: the cell with an apostrophe before it if it begins with one of `= + - @ ＝ ＋ － ＠ tab CR LF`; otherwise the
 * unchanged cell.
 */
export function neutraliseCell(text: string): string {
  return RISKY.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe that `neutraliseCell` has added. */
export function restoreCell(text: string): string {
  return text.startsWith("'") && RISKY.test(text.slice(1)) ? text.slice(1) : text;
}

export function csvHeaders(fileName: string): Record<string, string> {
  return {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${fileName.replace(/[^a-z0-9.-]+/gi, "-")}"`,
    "Cache-Control": "no-store",
  };
}
