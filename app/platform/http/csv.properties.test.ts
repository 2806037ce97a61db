/** Property tests of the cells of a CSV file. */
import { parse } from "csv-parse/sync";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { holds } from "../../../test/fixtures/holds.ts";
import { csvDownload, csvLines } from "./csv-download.ts";
import { neutraliseCell, restoreCell } from "./csv.ts";

/** Characters that begin a formula in a spreadsheet, and characters that a spreadsheet skips before a formula. */
const FIRST = Array.from("=+-@＝＋－＠\t\r\n");
const cell = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(...FIRST, ...Array.from("\"',;a1 ")), maxLength: 12 }),
);

test("[STAFF-14] no cell begins with what a spreadsheet would run, in a line of any export", () => {
  holds([cell], (text) => {
    expect(FIRST).not.toContain(neutraliseCell(text).slice(0, 1));
    const [[read] = []] = parse(csvLines([[text, "x"]]), { recordDelimiter: "\r\n" });
    expect(FIRST).not.toContain(read?.slice(0, 1));
    return FIRST.includes(text.slice(0, 1));
  });
});

test("what begins with a formula character is read back as it was", () => {
  fc.assert(
    fc.property(cell, fc.constantFrom(...FIRST), (text, first) => {
      expect(restoreCell(neutraliseCell(first + text))).toBe(first + text);
    }),
  );
});

test("lines are read back as the cells that were written", () => {
  const rows = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(rows, (written) => {
      const read = parse(csvLines(written), { recordDelimiter: "\r\n" });
      expect(read).toEqual(written.map((row) => row.map(neutraliseCell)));
    }),
  );
});

test("a download is its lines after the mark of UTF-8, however many rows there are", async () => {
  const row = fc.array(
    fc.oneof(
      cell.map((text) => text.toWellFormed()),
      fc.constant(null),
    ),
    {
      minLength: 2,
      maxLength: 2,
    },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 3 }),
      fc.integer({ min: 1, max: 90 }),
      async (some, times) => {
        const rows = Array.from({ length: times }, () => some).flat();
        async function* source() {
          yield* rows;
        }
        const bytes = await csvDownload("x.csv", ["a", "b"], source()).arrayBuffer();
        expect(Buffer.from(bytes).toString("utf8")).toBe(`\uFEFF${csvLines([["a", "b"], ...rows])}`);
      },
    ),
    { numRuns: 20 },
  );
});

test("a download that nobody reads to its end stops reading its rows", async () => {
  let ended = false;
  async function* endless() {
    try {
      for (;;) yield ["row", null];
    } finally {
      ended = true;
    }
  }
  const reader = csvDownload("x.csv", ["a", "b"], endless()).body!.getReader();
  // The first call reads the header. The second call reads the first rows.
  await reader.read();
  await reader.read();
  await reader.cancel();
  await expect.poll(() => ended).toBe(true);
});
