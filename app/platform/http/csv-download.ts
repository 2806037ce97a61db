/** A CSV download that is sent while its rows are read, so that a large file needs little memory. */
import { ReadableStream, TextEncoderStream } from "node:stream/web";
import { stringify } from "csv-stringify/sync";
import { csvHeaders, neutraliseCell } from "./csv.ts";

/**
 * The number of rows that are passed to csv-stringify in one call. Measured with rows of 20 cells: a row takes 9 µs
 * with 100 rows in a call, 13 µs with 1 row, and 15 µs with 1,000 rows or with the library's stream. Escaping without
 * the library takes 5 µs.
 */
const ROWS_A_CHUNK = 100;

/**
 * The cells of a row. Numbers, also negative ones, stay numbers in a spreadsheet. Texts are escaped, so that a
 * spreadsheet never executes them as formulas.
 */
export type Row = readonly (string | number | null)[];

/** Writes rows as CSV lines that are safe to open in a spreadsheet. A cell with a line break is quoted. */
export function csvLines(rows: readonly Row[]): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === "number" ? String(cell) : neutraliseCell(cell ?? ""))),
  );
  return stringify(cells, { record_delimiter: "windows", quoted_match: /[\r\n]/ });
}

/** Yields the file's text. The text begins with the byte order mark, so that spreadsheets read the file as UTF-8. */
async function* textOf(header: Row, rows: AsyncIterable<Row>): AsyncGenerator<string> {
  yield `\uFEFF${csvLines([header])}`;
  let chunk: Row[] = [];
  for await (const row of rows) {
    chunk.push(row);
    if (chunk.length < ROWS_A_CHUNK) continue;
    yield csvLines(chunk);
    chunk = [];
  }
  if (chunk.length > 0) yield csvLines(chunk);
}

export function csvDownload(fileName: string, header: Row, rows: AsyncIterable<Row>): Response {
  const body = ReadableStream.from(textOf(header, rows)).pipeThrough(new TextEncoderStream());
  return new Response(body as unknown as BodyInit, { headers: csvHeaders(fileName) });
}
