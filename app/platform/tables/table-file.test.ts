import { expect, test } from "vitest";
import { bomb, xlsx, xlsxParts } from "../../../test/fixtures/xlsx.ts";
import { pack } from "./archive.server.ts";
import { readDelimited } from "./delimited.ts";
import { textOfTable } from "./table-file.server.ts";
import { workbookReader } from "./workbook.server.ts";

const bounds = { rows: 1000, person: "p", readWorkbook: workbookReader() };
const read = async (file: Uint8Array | string, more: object = {}) => {
  const table = await textOfTable(file, { ...bounds, ...more });
  return table.ok ? readDelimited(table.text).rows.map(({ row, cells }) => [row, ...cells]) : table.error;
};
const TEXT = "Name,Price\nỌfada ₦,500\n";
const ROWS = [
  [1, "Name", "Price"],
  [2, "Ọfada ₦", "500"],
];
const be = (text: string) => Buffer.from(text, "utf16le").swap16();

test.each([
  ["UTF-8", Buffer.from(TEXT)],
  ["UTF-8 with its mark", Buffer.from(`\uFEFF${TEXT}`)],
  ["UTF-16 LE with its mark", Buffer.from(`\uFEFF${TEXT}`, "utf16le")],
  ["UTF-16 BE with its mark", be(`\uFEFF${TEXT}`)],
  ["UTF-16 LE", Buffer.from(TEXT, "utf16le")],
  ["UTF-16 BE", be(TEXT)],
])("[TABLE-1] characters in %s", async (_, bytes) => {
  expect(await read(bytes)).toEqual(ROWS);
});

test("[TABLE-1] Windows-1252 is read as it is written", async () => {
  expect(await read(Buffer.from("Name,Price\nACCÈS,5", "latin1"))).toEqual([
    [1, "Name", "Price"],
    [2, "ACCÈS", "5"],
  ]);
});

test("[TABLE-1] an Excel file: days, numbers as people read them, empty rows, line breaks in a cell", async () => {
  const day = new Date(Date.UTC(2026, 10, 21));
  const sheet = [["Date", "Words", "In"], [], [day, 'A "B",\nC', 4750.0999999999995], [day, null, 2.61e23]];
  expect(await read(xlsx(sheet))).toEqual([
    [1, "Date", "Words", "In"],
    [3, "2026-11-21", 'A "B", C', "4750.1"],
    [4, "2026-11-21", "", "2.61e+23"],
  ]);
  const almost = new Date(Date.UTC(2026, 10, 21, 10, 59, 59, 999.6));
  const midnight = new Date(Date.UTC(2026, 10, 20, 23, 59, 59, 999.9));
  expect(await read(xlsx([["At"], [almost], [midnight]]))).toEqual([
    [1, "At"],
    [2, "2026-11-21 11:00:00"],
    [3, "2026-11-21"],
  ]);
  const two = await textOfTable(xlsx([["only"]], sheet, [["a"], ["b"]]), bounds);
  expect(two).toMatchObject({ ok: true, left: ["Sheet3"] });
});

test("[TABLE-1] a web page's table that is called .xls", async () => {
  const page = `<html><table><tr><td>menu</td></tr></table><TABLE border=1>
    <tr><th colspan=2>Name &amp; kind<th>Price</tr>
    <tr><td>Rice<td><b>long</b><br>grain<td>&#8358;500</td></tr></table>`;
  expect(await read(page)).toEqual([
    [1, "Name & kind", "", "Price"],
    [2, "Rice", "long grain", "₦500"],
  ]);
});

test.each([
  ["a PDF", Buffer.from("%PDF-1.7 x"), "This is a PDF"],
  ["an old Excel file", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), "save it as .xlsx"],
  ["a picture", Buffer.from([0xff, 0xd8, 0xff, 0xe0]), "a picture"],
  ["an archive", pack(new Map([["a.csv", Buffer.from(TEXT)]])), "ZIP archive"],
  ["an OpenDocument file", pack(new Map([["content.xml", Buffer.from("x")]])), "OpenDocument"],
  ["a damaged Excel file", xlsx([["a"]]).subarray(0, 300), "damaged"],
  ["a page without a table", "<!doctype html><p>Sign in", "without a table"],
  ["bytes", Buffer.from([1, 0, 0, 0, 5, 0, 0, 0]), "no table"],
  ["nothing", Buffer.from(" \n"), "empty"],
  ["an Excel file of nothing", xlsx([]), "empty"],
])("[TABLE-3] %s is refused with the cure for this file", async (_, file, cure) => {
  expect(await read(file)).toContain(cure);
});

test("[TABLE-3] rows, columns, a line's length, and what an archive unpacks to are bounded before they are read", async () => {
  const many = Array.from({ length: 1001 }, (_, n) => [n]);
  expect(await read("a,b\n".repeat(1001))).toContain("more than 1,000 rows");
  expect(await read(xlsx(many))).toContain("more than 1,000 rows");
  expect(await read(Buffer.alloc(200_000, ","))).toContain("too long");
  expect(await read(xlsx([Array.from({ length: 101 }, () => "x")]))).toContain("columns");
  const wide = pack(
    new Map(xlsxParts([[["a"]]])).set(
      "xl/worksheets/sheet1.xml",
      Buffer.from(
        '<worksheet><sheetData><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>',
      ),
    ),
  );
  expect(await read(wide)).toContain("more than 1,000 rows");
  const large = bomb("xl/worksheets/sheet9.xml", 60 * 1024 * 1024);
  expect(large.length).toBeLessThan(100_000);
  expect(await read(large)).toContain("too large");
  expect(await read(xlsx(many.slice(1)), { readWorkbook: workbookReader({ ms: 1 }) })).toContain("too large");
}, 60_000);

test("[TABLE-3] one person's files wait for each other, and not before those of others", async () => {
  const readWorkbook = workbookReader();
  const file = xlsx([["a"], ["b"]]);
  const most = { rows: 10, columns: 10 };
  const own = Array.from({ length: 8 }, () => readWorkbook("one", file, most));
  const other = readWorkbook("two", file, most);
  expect(await other).toMatchObject({ rows: [["a"], ["b"]] });
  const results = await Promise.all(own);
  expect(results.filter((result) => "problem" in result && result.problem === "busy").length).toBeGreaterThan(
    3,
  );
});
