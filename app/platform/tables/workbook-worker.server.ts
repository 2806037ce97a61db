/** Reads the rows of an XLSX file as text, in a thread of its own. Time and memory are limited (workbook.server.ts). */
import { parentPort, workerData } from "node:worker_threads";
import readWorkbook from "read-excel-file/node";
import { ArchiveError, pack, unpack } from "./archive.server.ts";
import type { Workbook, WorkbookProblem } from "./workbook.server.ts";

type Data = { bytes: Uint8Array; mostBytes: number; mostRows: number; mostColumns: number };

/**
 * Converts a cell to text: a date becomes 2026-11-21, followed by the time if the cell has a time; a number stays as in
 * the file. Times are rounded to the second, because a spreadsheet stores a time as a binary fraction of a day: 11:00
 * may be 10:59:59.999.
 */
function textOf(value: unknown): string {
  if (value instanceof Date) {
    const seconds = Math.round(value.getTime() / 1000);
    if (Number.isNaN(seconds)) return "";
    const text = new Date(seconds * 1000).toISOString();
    return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text.slice(0, 19).replace("T", " ");
  }
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/**
 * Returns a number as people read it. A spreadsheet computes in binary, so its file may have 4750.0999999999995 for
 * 4750.1. A number of more than 15 digits is not exact in a spreadsheet, so it stays as in the file: 2.61E+23.
 */
function numberText(raw: string): string {
  const number = Number(raw);
  if (!Number.isFinite(number) || Math.abs(number) >= 1e15) return raw;
  const rounded = Math.round(number * 1e6) / 1e6;
  return Number.isInteger(rounded) ? String(rounded) : String(Number(rounded.toPrecision(15)));
}

const cellsIn = (rows: readonly (readonly unknown[])[]) =>
  rows.reduce((sum, cells) => sum + cells.filter((cell) => cell !== null).length, 0);

/**
 * Returns the highest row number. The package adds all empty rows above a filled cell, so a single cell in row
 * 1,048,576 would become a million rows. So the limit on rows is checked with this number before the package reads the
 * sheet.
 */
function lastRow(sheet: Buffer): number {
  let last = 0;
  for (const [, row] of sheet.toString("latin1").matchAll(/<row\b[^<>]*?\br="(\d{1,9})"/g))
    last = Math.max(last, Number(row));
  return last;
}

/**
 * `FORMULA`: a formula without a stored result, from a program that does not compute results. `RESULT`: a cell with a
 * stored result, which may be an error such as #DIV/0!.
 */
const FORMULA = /<c\b([^<>]*)><f\b[^<>]*(?:\/>|>([^<>]*)<\/f>)(?:<v\s*\/>|<v>\s*<\/v>)?<\/c>/g;
const RESULT = /<c\b([^<>]*)>(?:<f\b[^<>]*(?:\/>|>[^<>]*<\/f>))?<v>([^<>]*)<\/v><\/c>/g;
const asText = (attributes: string, text: string) =>
  `<c${attributes.replace(/\bt="[^"]*"/, "")} t="inlineStr"><is><t>${text}</t></is></c>`;

/**
 * Replaces formulas without a result, and errors, by their text, because an unknown amount must not look like an empty
 * cell.
 */
const withFormulas = (sheet: Buffer): Buffer =>
  Buffer.from(
    sheet
      .toString("utf8")
      .replace(RESULT, (cell, attributes: string, result: string) =>
        /\bt="e"/.test(attributes) ? asText(attributes, result) : cell,
      )
      .replace(FORMULA, (cell, attributes: string, formula: string | undefined) =>
        /\bt="str"/.test(attributes) ? cell : asText(attributes, `=${formula ?? "?"}`),
      ),
  );

async function read({ bytes, mostBytes, mostRows, mostColumns }: Data): Promise<Workbook | WorkbookProblem> {
  const files = unpack(bytes, (name) => /\.xml(\.rels)?$/.test(name), mostBytes);
  if ([...files].some(([name, file]) => name.startsWith("xl/worksheets/") && lastRow(file) > mostRows))
    return { problem: "too_many_rows" };
  for (const [name, file] of files)
    if (name.startsWith("xl/worksheets/")) files.set(name, withFormulas(file));
  // `unpack` checked the sizes of the files in the archive. The package would trust other size fields of the archive,
  // which may differ. So the package gets a new archive, packed from the checked files.
  const sheets = await readWorkbook(pack(files), { parseNumber: numberText });
  // The sheet with the rows may come after a cover sheet with a name and a period.
  const sheet = sheets.reduce<(typeof sheets)[number] | undefined>(
    (most, one) => (most && cellsIn(most.data) >= cellsIn(one.data) ? most : one),
    undefined,
  );
  const rows = sheet?.data ?? [];
  if (rows.length > mostRows) return { problem: "too_many_rows" };
  if ((rows[0]?.length ?? 0) > mostColumns) return { problem: "too_many_columns" };
  const others = sheets.filter((one) => one !== sheet && one.data.length > 1).map(({ sheet: name }) => name);
  return { rows: rows.map((cells) => cells.map(textOf)), sheet: sheet?.sheet ?? "", others };
}

try {
  parentPort?.postMessage(await read(workerData as Data));
} catch (error) {
  const why = error instanceof ArchiveError ? error.why : "damaged";
  parentPort?.postMessage({ problem: why } satisfies WorkbookProblem);
}
