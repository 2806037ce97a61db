/** A CSV download that is streamed as its rows are read, so that its size needs no memory. */
import { csvHeaders, neutraliseCell } from "./csv.ts";

const CHUNK = 32_000;

type Cell = string | null;

export function csvLine(cells: readonly Cell[]): string {
  const quoted = cells.map((cell) => {
    const safe = neutraliseCell(cell ?? "");
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${quoted.join(",")}\r\n`;
}

export function csvDownload(
  fileName: string,
  header: readonly string[],
  rows: AsyncIterable<readonly Cell[]>,
): Response {
  async function* lines() {
    // The byte order mark tells spreadsheets that this is UTF-8.
    let text = `\uFEFF${csvLine(header)}`;
    for await (const row of rows) {
      text += csvLine(row);
      if (text.length < CHUNK) continue;
      yield text;
      text = "";
    }
    if (text) yield text;
  }
  const encoder = new TextEncoder();
  const source = lines();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await source.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await source.return(undefined);
    },
  });
  return new Response(body, { headers: csvHeaders(fileName) });
}
