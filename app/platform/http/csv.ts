/** Cells of a CSV file that a spreadsheet would execute as a formula are escaped, and unescaped on import. */
/**
 * The characters at the start of a cell that make it risky, with their full-width forms, which East Asian spreadsheets
 * treat alike, and line breaks.
 */
const RISKY = /^[=+\-@＝＋－＠\t\r\n]/;

/**
 * STAFF-14: the cell with an apostrophe before it if it begins with one of `= + - @ ＝ ＋ － ＠ tab CR LF`; otherwise the
 * unchanged cell.
 */
export function neutraliseCell(text: string): string {
  return RISKY.test(text) ? `'${text}` : text;
}

/** Reverses `neutraliseCell`. */
export function restoreCell(text: string): string {
  return text.startsWith("'") && RISKY.test(text.slice(1)) ? text.slice(1) : text;
}

/** The headers of a download with this file name. */
export function csvHeaders(fileName: string): Record<string, string> {
  return {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${fileName.replace(/[^a-z0-9.-]+/gi, "-")}"`,
    "Cache-Control": "no-store",
  };
}
