/** Properties of every file with separators, whole and damaged. */
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { times } from "../../../test/fixtures/long.ts";
import { cellText } from "./cell-text.ts";
import { readDelimited } from "./delimited.ts";

const HEAD = ["Date", "Narration", "Debit", "Credit", "Balance"];
const word = fc.constantFrom(
  "ADA",
  "OBI",
  "NIP/",
  "OD48210973NG",
  "LAGOS, IKEJA",
  '5 " PIPE',
  "ỌLÁ",
  "a\nb",
  "x,y",
);
const amount = fc.integer({ min: 1, max: 999_999_999 }).map((n) => (n / 100).toFixed(2));
const row = fc.tuple(
  fc.constantFrom("21/11/2026", "2026-11-22", "23-Nov-2026"),
  fc.array(word, { maxLength: 3 }).map((words) => words.join(" ")),
  fc.option(amount, { nil: "" }),
  fc.option(amount, { nil: "" }),
  amount,
);
const rows = fc.array(row, { minLength: 1, maxLength: 12 });
const numRuns = times(300, 5000);

test("[TABLE-1] a whole file is read as another reader reads it, whatever its separator and line ends", () => {
  const written = fc.record({
    rows,
    delimiter: fc.constantFrom(",", ";", "\t", "|"),
    record_delimiter: fc.constantFrom("\n", "\r\n"),
    quoted: fc.boolean(),
  });
  fc.assert(
    fc.property(written, ({ rows: body, ...how }) => {
      const text = stringify([HEAD, ...body], { ...how, quoted_match: /[\r\n"]/ });
      const read = readDelimited(text);
      const other = parse(text, { delimiter: how.delimiter, relax_column_count: true });
      expect(read.faults).toEqual([]);
      expect(read.rows.map(({ cells }) => cells)).toEqual(other.map((cells) => cells.map(cellText)));
    }),
    { numRuns },
  );
});

type Damage = (text: string, at: number) => string;
/**
 * Damages that happen to files: a quotation mark, a separator or a line break is inserted; a character or a quotation
 * mark is lost; or the end of the file is cut off.
 */
const DAMAGES: Damage[] = [
  (text, at) => `${text.slice(0, at)}"${text.slice(at)}`,
  (text, at) => `${text.slice(0, at)},${text.slice(at)}`,
  (text, at) => text.slice(0, at) + text.slice(at + 1),
  (text, at) => text.slice(0, at),
  (text, at) => `${text.slice(0, at)}\n${text.slice(at)}`,
  (text, at) => text.slice(0, at) + text.slice(at).replace('"', ""),
];
const damaged = fc
  .tuple(
    rows,
    fc.array(fc.tuple(fc.constantFrom(...DAMAGES), fc.double({ min: 0, max: 1, noNaN: true })), {
      maxLength: 4,
    }),
  )
  .map(
    ([body, damages]) =>
      stringify([HEAD]) +
      damages.reduce(
        (text, [damage, place]) => damage(text, Math.floor(place * text.length)),
        stringify(body),
      ),
  );

/** Counts the lines of a text that are neither blank nor inside a cell of a row. */
function linesIn(text: string, { rows: read, faults }: ReturnType<typeof readDelimited>): number {
  const lines = text.split(/\r\n|\n|\r/);
  const inside = new Set<number>();
  for (const { row: at, cells } of [...read, ...faults.filter(({ kind }) => kind === "more_cells")]) {
    const breaks = cells.reduce((sum, cell) => sum + cell.split("\n").length - 1, 0);
    // The reader trims line breaks at the ends of a cell, so a quoted cell may have more lines than its text. The cell
    // ends at the line that closes its quotation mark.
    for (let next = 1; next <= breaks || isOpen(lines.slice(at - 1, at - 1 + next)); next++)
      inside.add(at + next);
  }
  return lines.filter((line, n) => !inside.has(n + 1) && !/^[\s",]*$/.test(line)).length;
}
const isOpen = (lines: string[]) => {
  let open = false;
  let start = true;
  for (const sign of lines.join("\n")) {
    if (sign === '"' && (open || start)) open = !open;
    start = sign === "," || (sign === "\n" && !open) || (start && sign === '"');
  }
  return open;
};

test("[TABLE-2] every line of a damaged file is a row, inside an accepted cell, blank, or a fault", () => {
  let faulty = 0;
  fc.assert(
    fc.property(damaged, (text) => {
      const table = readDelimited(text);
      const lines = [...table.rows, ...table.faults].map(({ row: at }) => at);
      expect(new Set(lines).size).toBe(lines.length);
      faulty += Number(table.faults.length > 0);
      expect(table.rows.length + table.faults.length).toBeGreaterThanOrEqual(linesIn(text, table));
      // No cell contains a whole row of the file.
      for (const { cells } of table.rows)
        for (const cell of cells)
          for (const line of cell.includes("\n") ? cell.split("\n") : [])
            expect(line.split(",").length).toBeLessThan(HEAD.length);
    }),
    { numRuns },
  );
  expect(faulty).toBeGreaterThan(numRuns / 10);
});

test("[TABLE-2] the time is linear: marks that never close, and cells of marks", () => {
  for (const line of ['"a,b,c,d,e', '"'.repeat(2000), '"a""b', `"${"x,".repeat(400)}`]) {
    const begun = performance.now();
    readDelimited(
      `${HEAD.join(",")}\n${`${line}\n`.repeat(Math.min(20_000, Math.ceil(4_000_000 / line.length)))}`,
    );
    expect(performance.now() - begun).toBeLessThan(5_000);
  }
});
