/** Cells of a CSV file that a spreadsheet would run as a formula are made text, and read back as they were. */
const RISKY = /^[=+\-@\t\r]/;

/** The cell with an apostrophe before `= + - @ tab CR` (security.md 15); anything else as it is. */
export function neutraliseCell(text: string): string {
  return RISKY.test(text) ? `'${text}` : text;
}

/** What neutraliseCell was given. */
export function restoreCell(text: string): string {
  return text.startsWith("'") && RISKY.test(text.slice(1)) ? text.slice(1) : text;
}

/** The header that offers a file under a name of our own making. */
export function csvHeaders(fileName: string): Record<string, string> {
  return {
    "Content-Type": "text/csv; charset=utf-8",
    "Content-Disposition": `attachment; filename="${fileName.replace(/[^a-z0-9.-]+/gi, "-")}"`,
    "Cache-Control": "no-store",
  };
}
