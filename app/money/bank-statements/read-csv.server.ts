/** A bank's CSV file as rows of cells. */
import { parse } from "csv-parse/sync";
import { refuse, type Result } from "../../platform/http/result.ts";

export const MAX_STATEMENT_BYTES = 5 * 1024 * 1024;
export const MAX_STATEMENT_ROWS = 20_000;
const MAX_COLUMNS = 40;
/** The longest line that is read. A line of five megabytes of commas would keep the process busy for seconds. */
const MAX_LINE = 500_000;

/** The text of a file: decodes UTF-8, or Windows-1252, which older programs write. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/**
 * The separator that most of the first lines contain. One line is not enough, because banks write any text above the
 * header.
 */
function separatorOf(text: string): string {
  const lines = text.slice(0, 10_000).split(/\r?\n/).slice(0, 40);
  const most = (separator: string) => Math.max(0, ...lines.map((line) => line.split(separator).length));
  return [",", ";", "\t"].reduce((best, one) => (most(one) > most(best) ? one : best));
}

/**
 * The cells of each row. Empty rows are included, so that a row's position is its number in a spreadsheet. Refuses a
 * file that is no CSV, a file of more than 20,000 rows, and an empty file.
 */
export function readStatementCsv(
  text: string,
): Result<{ rows: string[][]; decimalComma: boolean }, "invalid"> {
  const refused = refuse("invalid", {
    file: "This is not a CSV file that we can read. At the bank choose 'Export as CSV', or in a spreadsheet 'Save as CSV'.",
  });
  if (text.includes("\0") || text.split("\n").some((line) => line.length > MAX_LINE)) return refused;
  const separator = separatorOf(text);
  let rows: string[][];
  try {
    rows = parse(text, {
      bom: true,
      delimiter: separator,
      relaxColumnCount: true,
      relaxQuotes: true,
      to: MAX_STATEMENT_ROWS + 1,
    });
  } catch {
    return refused;
  }
  if (rows.length > MAX_STATEMENT_ROWS)
    return refuse("invalid", { file: "This file has more than 20,000 rows. Export a shorter period." });
  if (rows.every((cells) => cells.every((cell) => cell.trim() === "")))
    return refuse("invalid", { file: "This file is empty." });
  return {
    ok: true,
    rows: rows.map((cells) => cells.slice(0, MAX_COLUMNS)),
    decimalComma: separator === ";",
  };
}
