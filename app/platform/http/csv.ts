/** Cells of a CSV file that a spreadsheet would execute as a formula are escaped, and unescaped on import. */
/** Also their full-width forms, which East Asian spreadsheets treat alike, and any line break. */
const RISKY = /^[=+\-@＝＋－＠\t\r\n]/;

/** The cell with an apostrophe before `= + - @ ＝ ＋ － ＠ tab CR LF` (STAFF-14); anything else unchanged. */
export function neutraliseCell(text: string): string {
  return RISKY.test(text) ? `'${text}` : text;
}

/** Reverses neutraliseCell. */
export function restoreCell(text: string): string {
  return text.startsWith("'") && RISKY.test(text.slice(1)) ? text.slice(1) : text;
}

/** The Content-Disposition header with a file name of our own. */
export function csvHeaders(fileName: string): Record<string, string> {
  return {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${fileName.replace(/[^a-z0-9.-]+/gi, "-")}"`,
    "Cache-Control": "no-store",
  };
}
