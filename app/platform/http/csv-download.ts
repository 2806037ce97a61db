/** A CSV download that is streamed as its rows are read, so that its size needs no memory. */
import { ReadableStream, TextEncoderStream } from "node:stream/web";
import { stringify } from "csv-stringify/sync";
import { csvHeaders, neutraliseCell } from "./csv.ts";

/**
 * The number of rows in a call of csv-stringify. Measured with rows of 20 cells: 9 µs a row at 100, 13 at 1, 15 at 1,000 and
 * in its own stream; escaping by hand takes 5.
 */
const ROWS_A_CHUNK = 100;

/** A number stays a number in a spreadsheet, also if negative; a text is never executed there. */
export type Row = readonly (string | number | null)[];

/** Lines of a CSV file, safe in a spreadsheet. A cell with any line break is quoted. */
export function csvLines(rows: readonly Row[]): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === "number" ? String(cell) : neutraliseCell(cell ?? ""))),
  );
  return stringify(cells, { record_delimiter: "windows", quoted_match: /[\r\n]/ });
}

/** The mark at the beginning tells spreadsheets that this is UTF-8. */
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
