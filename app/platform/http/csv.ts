/** Escapes CSV cells that a spreadsheet would execute as a formula, and removes the escape on import. */
/**
 * The first characters of risky cells: formula signs, the full-width forms of these signs (East Asian spreadsheets),
 * and line breaks.
 */
const RISKY = /^[=+\-@＝＋－＠\t\r\n]/;

/** STAFF-14: adds an apostrophe before a cell that begins with one of `= + - @ ＝ ＋ － ＠ tab CR LF`. */
export function neutraliseCell(text: string): string {
  return RISKY.test(text) ? `'${text}` : text;
}

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
