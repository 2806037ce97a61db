/**
 * TABLE-1: converts any file with a table to text with separators for `readDelimited`. The error of a refused file says
 * what kind of file it is and what to do.
 */
import { numberText } from "../http/list-count.ts";
import { stringify } from "csv-stringify/sync";
import { ArchiveError, fileNamesIn } from "./archive.server.ts";
import { cellText } from "./cell-text.ts";
import { decodeText } from "./decode-text.ts";
import { isWebPage, readWebPage } from "./html-table.server.ts";
import type { ReadWorkbook, WorkbookProblem } from "./workbook.server.ts";

export const MAX_COLUMNS = 100;
/** The longest line of a text file. Megabytes of separators in one line would keep the process busy for seconds. */
const MAX_LINE = 100_000;

/** `left` has the names of the workbook's other sheets, which are not read. */
export type TableText = { ok: true; text: string; left: string[] } | { ok: false; error: string };
type Bounds = { rows: number; person: string; readWorkbook: ReadWorkbook };

/** The first bytes of file types that are refused, with the advice that the person gets. */
const OTHER_FILES: readonly (readonly [starts: string, cure: string])[] = [
  ["%PDF", "This is a PDF. Get the same list as an Excel or CSV file instead."],
  [
    "\xD0\xCF\x11\xE0",
    "This is an old Excel file (.xls), or an Excel file with a password. Open it in a spreadsheet and save it as .xlsx without a password.",
  ],
  ["\xFF\xD8\xFF", "This is a picture. Send the Excel or CSV file instead."],
  ["\x89PNG", "This is a picture. Send the Excel or CSV file instead."],
  ["{\\rtf", "This is a text document. Send the Excel or CSV file instead."],
];

/**
 * TABLE-3: returns the table of a file or of pasted text. Refuses text without a table, too many rows or columns, and
 * lines that are too long.
 */
export async function textOfTable(file: Uint8Array | string, bounds: Bounds): Promise<TableText> {
  const bytes = typeof file === "string" ? null : file;
  const start = bytes ? Buffer.from(bytes.subarray(0, 8)).toString("latin1") : "";
  const other = OTHER_FILES.find(([starts]) => start.startsWith(starts));
  if (other) return { ok: false, error: other[1] };
  if (bytes && start.startsWith("PK")) return readArchive(bytes, bounds);
  const text = typeof file === "string" ? file.replace(/^\uFEFF/, "") : decodeText(file);
  if (text === null)
    return { ok: false, error: "This file is no table that we can read. Send an Excel (.xlsx) or CSV file." };
  if (text.trim() === "") return { ok: false, error: "This file is empty." };
  const rows = isWebPage(text) ? readWebPage(text, bounds.rows) : null;
  if (rows?.some((cells) => cells.length > MAX_COLUMNS)) return tooWide;
  if (rows && rows.length > 0) return within(asText(rows), bounds);
  if (/^\s*<(!doctype html|html)/i.test(text))
    return {
      ok: false,
      error: "This is a web page without a table. Send the Excel or CSV file that the page offers.",
    };
  return within(text, bounds);
}

const tooWide = { ok: false, error: `This file has more than ${MAX_COLUMNS} columns.` } as const;
const tooLong = (rows: number) =>
  ({
    ok: false,
    error: `This file has more than ${numberText(rows)} rows. Send it in parts.`,
  }) as const;

function within(text: string, { rows }: Bounds, left: string[] = []): TableText {
  let [lines, from] = [0, 0];
  for (const end of text.matchAll(/\r\n|\n|\r|$/g)) {
    if (end.index - from > MAX_LINE)
      return { ok: false, error: `Line ${lines + 1} of this file is too long to be a row of a table.` };
    if (end.index > from) lines += 1;
    if (lines > rows) return tooLong(rows);
    from = end.index + end[0].length;
  }
  return { ok: true, text, left };
}

const WORKBOOK: Record<WorkbookProblem["problem"], (rows: number) => { ok: false; error: string }> = {
  damaged: () => ({
    ok: false,
    error:
      "This Excel file is damaged or has a password. Open it in a spreadsheet and save it again as .xlsx without a password.",
  }),
  too_large: () => ({
    ok: false,
    error: "This Excel file is too large when it is unpacked. Send it in parts.",
  }),
  too_many_rows: tooLong,
  too_many_columns: () => tooWide,
  busy: () => ({ ok: false, error: "Other files are being read. Please try again in a minute." }),
};

async function readArchive(bytes: Uint8Array, bounds: Bounds): Promise<TableText> {
  const names = namesOf(bytes);
  if (names?.includes("content.xml"))
    return { ok: false, error: "This is an OpenDocument file. In your spreadsheet save it as .xlsx or CSV." };
  if (names && !names.some((name) => name.startsWith("xl/")))
    return { ok: false, error: "This is a ZIP archive. Unpack it, and send the Excel or CSV file inside." };
  if (names?.includes("xl/workbook.bin"))
    return {
      ok: false,
      error: "This is an Excel binary file (.xlsb). Open it in a spreadsheet and save it as .xlsx.",
    };
  const { rows: most, person, readWorkbook } = bounds;
  const read = await readWorkbook(person, bytes, { rows: most, columns: MAX_COLUMNS });
  if ("problem" in read) return WORKBOOK[read.problem](most);
  if (read.rows.length === 0) return { ok: false, error: "This Excel file is empty." };
  return within(asText(read.rows), bounds, read.others);
}

function namesOf(bytes: Uint8Array): string[] | null {
  try {
    return fileNamesIn(bytes);
  } catch (error) {
    if (error instanceof ArchiveError) return null;
    throw error;
  }
}

/** Writes each row as one line, so that the number of the line is the number of the row in the sheet. */
const asText = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((cells) => cells.map((cell) => cellText(cell).replaceAll("\n", " "))),
    { quoted: true },
  );
