import { expect, test } from "vitest";
import { readDelimited } from "./delimited.ts";

const HEAD = "Date,Narration,Credit,Debit,Balance";
const read = (...rows: string[]) => readDelimited([HEAD, ...rows].join("\n"));
const cellsOf = ({ rows }: ReturnType<typeof read>) => rows.slice(1).map(({ cells }) => cells);

test("[TABLE-1] rows have their line in the file; blank lines and quoted cells with line breaks are counted", () => {
  const table = read("", '21/11/2026,"ADA\r\nOBI, LAGOS",4750.00,,100', ",,,,", "22/11/2026,X,1,,101");
  expect(table.faults).toEqual([]);
  expect(table.rows.map(({ row }) => row)).toEqual([1, 3, 6]);
  expect(table.rows[1]?.cells[1]).toBe("ADA\nOBI, LAGOS");
});

test("[TABLE-2] a row with more cells than the heading is a fault, also where the last cells are empty", () => {
  const table = read("21/11/2026,ADA,4,750.00,,100", "21/11/2026,ADA,4,750.00,100,", "21/11/2026,B,5,,6");
  expect(table.faults).toMatchObject([
    { row: 2, kind: "more_cells" },
    { row: 3, kind: "more_cells" },
  ]);
  expect(cellsOf(table)).toEqual([["21/11/2026", "B", "5", "", "6"]]);
});

test("[TABLE-2] a bank that ends every row with a separator has no faults, but a shifted row among them is one", () => {
  const rows = Array.from({ length: 12 }, (_, n) => `21/11/2026,A,${n},,1,`);
  expect(read(...rows).faults).toEqual([]);
  expect(read(...rows, "21/11/2026,ADA,4,750.00,,1,").faults).toMatchObject([
    { row: 14, kind: "more_cells" },
  ]);
});

test("[TABLE-2] a quotation mark that never closes is a fault of its line alone", () => {
  const table = read('21/11/2026,"ADA,1,,2', "22/11/2026,B,2,,3", "23/11/2026,C,3,,4");
  expect(table.faults).toMatchObject([
    { row: 2, kind: "open_quote", cells: ["21/11/2026", '"ADA', "1", "", "2"] },
  ]);
  expect(table.rows.map(({ row }) => row)).toEqual([1, 3, 4]);
});

test("[TABLE-2] a mark that a later row closes swallows nothing: its line is a fault, the others are rows in doubt", () => {
  const table = read(
    '21/11/2026,"ADA OBI,1,,2',
    "22/11/2026,B,2,,3",
    "23/11/2026,C,3,,4",
    '24/11/2026,D",4,,5',
    "25/11/2026,E,5,,6",
  );
  expect(table.faults).toMatchObject([{ row: 2, kind: "swallowed_rows" }]);
  expect(table.rows.slice(1).map(({ row, doubt }) => [row, doubt])).toEqual([
    [3, 2],
    [4, 2],
    [5, 2],
    [6, undefined],
  ]);
  // Here the closing quotation mark is in the very next row, so the cell contains no whole row.
  const two = read('21/11/2026,"ADA OBI,1,,2', '22/11/2026,B",2,,3', "23/11/2026,C,3,,4");
  expect(two.faults).toMatchObject([{ row: 2, kind: "swallowed_rows" }]);
  expect(two.rows.map(({ row }) => row)).toEqual([1, 3, 4]);
});

test("[TABLE-2] a mark that closes before its cell ends is a fault; a mark inside a cell is a character", () => {
  const table = read(
    '21/11/2026,"ADA" OBI,1,,2',
    '22/11/2026,PIPE 5" LONG,2,,3',
    '23/11/2026,"A ""B"" C",3,,4',
  );
  expect(table.faults).toMatchObject([{ row: 2, kind: "stray_quote" }]);
  expect(cellsOf(table).map((cells) => cells[1])).toEqual(['PIPE 5" LONG', 'A "B" C']);
});

test("[TABLE-1] words with line breaks and separators stay one cell", () => {
  const table = readDelimited('name,description,price\nRice,"Sweet, long\nand good, tasty",500\nOil,Red,700');
  expect(table.faults).toEqual([]);
  expect(table.rows[1]?.cells).toEqual(["Rice", "Sweet, long\nand good, tasty", "500"]);
});

test.each([[";"], ["\t"], ["|"], ["^"], ["~"], [","]])("[TABLE-1] cells separated by %j", (sign) => {
  const rows = [
    "CUSTOMER STATEMENT",
    ["Date", "Words", "In", "Out"].join(sign),
    ...["1.234,50", "2,50", "30,00"].map((amount) =>
      ["21/11/2026", "NIP ADA", sign === "," ? `"${amount}"` : amount, ""].join(sign),
    ),
  ];
  const table = readDelimited(rows.join("\r\n"));
  expect(table).toMatchObject({ separator: sign, heading: { line: 2 }, faults: [] });
  expect(table.rows.at(2)?.cells).toEqual(["21/11/2026", "NIP ADA", "1.234,50", ""]);
});

test("[TABLE-1] a spreadsheet's 'sep=' line names the separator", () => {
  const table = readDelimited("sep=;\nname;price\nA, B;5");
  expect(table.rows).toMatchObject([{ row: 2 }, { row: 3, cells: ["A, B", "5"] }]);
});

test("[TABLE-1] the heading is found below words, totals and empty lines, and can be another row", () => {
  const text = `Statement of,Account\nOpening balance,"1,000.00"\nTotal credit,5\n\n${HEAD}\n21/11/2026,A,1,,2\n22/11/2026,B,2,,4`;
  expect(readDelimited(text).heading).toMatchObject({ line: 5, cells: HEAD.split(",") });
  expect(readDelimited(text, 1).heading.line).toBe(1);
});
