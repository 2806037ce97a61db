/** An XLSX file's rows as text, in a thread of its own. Its cost is bounded (workbook.server.ts). */
import { parentPort, workerData } from "node:worker_threads";
import readWorkbook from "read-excel-file/node";
import { ArchiveError, pack, unpack } from "./archive.server.ts";
import type { Workbook, WorkbookProblem } from "./workbook.server.ts";

type Data = { bytes: Uint8Array; mostBytes: number; mostRows: number; mostColumns: number };

/**
 * A cell as text: a day as 2026-11-21, with its time if it has one; a number as in the file. A spreadsheet's time is a
 * binary fraction of a day, in which 11:00 may be 10:59:59.999, so it is rounded to the second.
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
 * A number as people read it: the file has 4750.0999999999995 for 4750.1, because a spreadsheet computes in binary. A
 * number of more than 15 digits is not exact in a spreadsheet, so it stays as in the file, as 2.61E+23.
 */
function numberText(raw: string): string {
  const number = Number(raw);
  if (!Number.isFinite(number) || Math.abs(number) >= 1e15) return raw;
  const rounded = Math.round(number * 1e6) / 1e6;
  return Number.isInteger(rounded) ? String(rounded) : String(Number(rounded.toPrecision(15)));
}

const cellsIn = (rows: readonly (readonly unknown[])[]) =>
  rows.reduce((sum, cells) => sum + cells.filter((cell) => cell !== null).length, 0);

/** The highest row number. A single cell in row 1,048,576 would make the package fill all rows above. */
function lastRow(sheet: Buffer): number {
  let last = 0;
  for (const [, row] of sheet.toString("latin1").matchAll(/<row\b[^<>]*?\br="(\d{1,9})"/g))
    last = Math.max(last, Number(row));
  return last;
}

/** A formula without its result, from a program that does not compute, and an error such as #DIV/0!. */
const FORMULA = /<c\b([^<>]*)><f\b[^<>]*(?:\/>|>([^<>]*)<\/f>)(?:<v\s*\/>|<v>\s*<\/v>)?<\/c>/g;
const RESULT = /<c\b([^<>]*)>(?:<f\b[^<>]*(?:\/>|>[^<>]*<\/f>))?<v>([^<>]*)<\/v><\/c>/g;
const asText = (attributes: string, text: string) =>
  `<c${attributes.replace(/\bt="[^"]*"/, "")} t="inlineStr"><is><t>${text}</t></is></c>`;

/** Turns cells without a known result into text, because an unknown amount must not look like an empty cell. */
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
  // The package reads an archive from its front, and would trust other sizes than the checked ones.
  const sheets = await readWorkbook(pack(files), { parseNumber: numberText });
  // A cover sheet with a name and a period may precede the sheet of rows.
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
