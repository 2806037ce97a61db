/**
 * Files that a spreadsheet or a person has changed: clear values are read, staff are asked about unclear
 * values, and no row is lost.
 */
import { expect, test } from "vitest";
import { xlsx, xlsxParts, type XlsxCell } from "../../../test/fixtures/xlsx.ts";
import { pack } from "../../platform/tables/archive.server.ts";
import { readDelimited } from "../../platform/tables/delimited.ts";
import { textOfTable } from "../../platform/tables/table-file.server.ts";
import { workbookReader } from "../../platform/tables/workbook.server.ts";
import { proposeColumns } from "./propose-columns.ts";
import { bodyOf, readStatementLines, referencesOf } from "./statement-lines.ts";

const TODAY = "2026-11-29";
const readWorkbook = workbookReader();

/** Returns the rows of a file, read with the proposed columns, as staff see them if they change nothing. */
async function read(file: Uint8Array | string, account = "") {
  const text = await textOfTable(file, { rows: 1000, person: "p", readWorkbook });
  if (!text.ok) throw new Error(text.error);
  const table = readDelimited(text.text);
  const cells = bodyOf(table).map((row) => row.cells);
  const { columns, proven } = proposeColumns(table.heading.cells, cells, TODAY);
  const { lines, texts } = readStatementLines(table, columns, TODAY, account);
  return { lines, texts, columns, proven, table };
}
const moneyOf = ({ lines }: Awaited<ReturnType<typeof read>>) =>
  lines.map(({ on, direction, kobo }) => [on, direction, kobo]);
const NAMES = ["Date", "Narration", "Debit", "Credit", "Balance"];
const TWO_ROWS = [
  ["2026-11-13", "in", 475_000],
  ["2026-11-14", "out", 1075],
];
const day = (of: number) => new Date(Date.UTC(2026, 10, of));

test("[TABLE-1] [BANK-1] cells that a spreadsheet keeps as text: as a formula, and with an apostrophe", async () => {
  const formula = await read(
    'Date,Reference,Narration,Debit,Credit,Balance\n="13-Nov-2026",="000013261113102233","NIP OD12345678NG",,="4,750.00",="104,750.00"\n14-Nov-2026,="000013261114102234",="FEE, STAMP",10.75,,="104,739.25"\n',
  );
  expect(moneyOf(formula)).toEqual(TWO_ROWS);
  expect(formula.proven).toBe(true);
  expect(formula.lines[1]?.text).toBe("FEE, STAMP");
  expect(referencesOf(formula.lines)).toEqual(["000013261113102233", ""]);
  const apostrophes = await read(
    "Date,Reference,Narration,Debit,Credit,Balance\n'13/11/2026,'FT13261113102233,'NIP,,'4750.00,'104750.00\n'14-Nov-2026,'FT13261114102234,'90s FEE,'10.75,,'104739.25\n",
  );
  expect(moneyOf(apostrophes)).toEqual(TWO_ROWS);
  expect(referencesOf(apostrophes.lines)).toEqual(["FT13261113102233", ""]);
  // An apostrophe before a word is part of the word.
  expect(apostrophes.lines.map(({ text }) => text)).toEqual(["'NIP", "'90s FEE"]);
});

test("[BANK-1] days as a spreadsheet's numbers, beside amounts of five digits", async () => {
  const rows: XlsxCell[][] = [
    ["Trans Date", "Narration", "Debit", "Credit"],
    [46_339, "NIP OD12345678NG", null, 45_000],
    [46_340.58, "FEE", 10.75, null],
    [46_341, "NIP", null, 46_000],
  ];
  const file = await read(xlsx(rows));
  expect(file.columns).toMatchObject({ date: 0, amount: 3, out: 2 });
  expect(moneyOf(file)).toEqual([
    ["2026-11-13", "in", 4_500_000],
    ["2026-11-14", "out", 1075],
    ["2026-11-15", "in", 4_600_000],
  ]);
});

test("[BANK-2] days that a spreadsheet may have read month first are a doubt, also the first", async () => {
  const rows: XlsxCell[][] = [
    NAMES.slice(0, 4),
    [new Date(Date.UTC(2026, 9, 11)), "NIP", null, 4750],
    [new Date(Date.UTC(2026, 10, 11)), "NIP", null, 4751],
    ["13/11/2026", "NIP", null, 4752],
    ["14/11/2026", "NIP", null, 4753],
  ];
  const swapped = await read(xlsx(rows));
  expect(swapped.lines.map(({ doubts }) => doubts.some((doubt) => doubt.includes("swapped")))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const days = [9, 13, 14].map((of) => [day(of), "NIP", null, 4750 + of]);
  const whole = await read(xlsx([NAMES.slice(0, 4), ...days]));
  expect(whole.lines.flatMap(({ doubts }) => doubts)).toEqual([]);
});

test("[TABLE-1] a heading of two rows, merged in a sheet and in a web page, with the names of both", async () => {
  const sheet = xlsx([
    ["ACCOUNT STATEMENT"],
    ["Date", "Details", "Balance", "Amount"],
    [null, null, null, "Debit", "Credit"],
    [day(13), "NIP OD12345678NG", 104_750, null, 4750],
    [day(14), "FEE", 104_739.25, 10.75],
  ]);
  const page =
    "<table><tr><th rowspan=2>Date<th rowspan=2>Details<th rowspan=2>Balance<th colspan=2>Amount</tr><tr><th>Debit<th>Credit</tr><tr><td>13/11/2026<td>NIP OD12345678NG<td>104,750.00<td><td>4,750.00</tr><tr><td>14/11/2026<td>FEE<td>104,739.25<td>10.75<td></tr></table>";
  for (const file of [sheet, page]) {
    const found = await read(file);
    expect(found.table.heading.cells).toEqual(["Date", "Details", "Balance", "Amount Debit", "Credit"]);
    expect(moneyOf(found)).toEqual(TWO_ROWS);
    expect(found).toMatchObject({ proven: true, texts: 0, table: { faults: [] } });
  }
  // The row 'Rice' has a value in the column without a name, but is not part of the heading.
  const products = readDelimited("Name,,Price\nRice,long grain,\nOil,red,700\n");
  expect(products.heading).toMatchObject({ line: 1, cells: ["Name", "", "Price"] });
});

test("[TABLE-1] a heading of two rows is found again by its line", () => {
  const text = "Date,Details,Amount,\n,,Debit,Credit\n13/11/2026,NIP,,5\n14/11/2026,FEE,1,\n";
  const { heading } = readDelimited(text);
  expect(heading).toEqual({ line: 2, cells: ["Date", "Details", "Amount Debit", "Credit"] });
  expect(readDelimited(text, heading.line).heading).toEqual(heading);
});

test("[TABLE-1] the sheet with the rows is read, whatever stands before it", async () => {
  const file = xlsx(
    [],
    [["Statement of account"], ["Name", "ONA"], ["Period", "November"]],
    [NAMES, ["13/11/2026", "NIP", null, 4750, 104_750], ["14/11/2026", "FEE", 10.75, null, 104_739.25]],
  );
  expect(moneyOf(await read(file))).toEqual(TWO_ROWS);
});

test("[TABLE-2] a formula without its result and an error of a sheet are no empty cells: the row stays", async () => {
  const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const row = (n: number, on: string, more: string) =>
    `<row r="${n}">${cell(`A${n}`, on)}${cell(`B${n}`, "NIP OD12345678NG")}${more}</row>`;
  const rows = [
    row(2, "13/11/2026", '<c r="C2"><f>4000+750</f><v>4750</v></c>'),
    row(3, "14/11/2026", '<c r="C3" s="1"><f>SUM(A1:A2)</f></c>'),
    row(4, "15/11/2026", '<c r="C4"><f>B4&amp;"1"</f><v></v></c>'),
    row(5, "16/11/2026", '<c r="C5" t="e"><f>1/0</f><v>#DIV/0!</v></c>'),
    row(6, "17/11/2026", '<c r="C6" t="str"><f>IF(1,"")</f><v></v></c>'),
    ...[7, 8, 9, 10, 11, 12, 13, 14].map((n) => row(n, "18/11/2026", `<c r="C${n}"><v>5</v></c>`)),
  ];
  const head = `<row r="1">${["Date", "Narration", "Credit"].map((name, n) => cell(`${"ABC"[n]}1`, name)).join("")}</row>`;
  const parts = xlsxParts([[["x"]]]).set(
    "xl/worksheets/sheet1.xml",
    Buffer.from(
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${head}${rows.join("")}</sheetData></worksheet>`,
    ),
  );
  const text = await textOfTable(pack(parts), { rows: 1000, person: "p", readWorkbook });
  if (!text.ok) throw new Error(text.error);
  const table = readDelimited(text.text);
  const columns = {
    date: 0,
    details: 1,
    amount: 2,
    out: null,
    direction: null,
    balance: null,
    reference: null,
  };
  const { lines } = readStatementLines(table, { ...columns, dayFirst: true }, TODAY);
  expect(lines.slice(0, 4).map(({ row: at, kobo, broken }) => [at, kobo, broken])).toEqual([
    [2, 475_000, null],
    [3, null, "Credit: '=SUM(A1:A2)' is not an amount"],
    [4, null, "Credit: '=B4&\"1\"' is not an amount"],
    [5, null, "Credit: '#DIV/0!' is not an amount"],
  ]);
  expect(lines.some(({ row: at }) => at === 6)).toBe(false);
});

test("[BANK-2] rows of a second account in the file are a doubt: below its line, and by a column", async () => {
  const rows = (first: string) =>
    [13, 14, 15].map((of, n) => `${first}${of}/11/2026,NIP,,${4750 + n}.00`).join("\n");
  const head = "Date,Narration,Debit,Credit";
  const lines = `Account No: 0123456789\n${head}\n${rows("")}\n\nAccount No: 9876543210\n${head}\n${rows("")}\n`;
  const column = `Account,${head}\n${rows("0123456789,")}\n${rows("9876543210,")}\n`;
  const doubted = async (file: string, account: string) =>
    (await read(file, account)).lines.map(({ doubts }) => doubts.join());
  const other = (number: string) => `It belongs to the account ${number}: upload each account by itself`;
  for (const file of [lines, column]) {
    expect(await doubted(file, "GTBank")).toEqual([
      "",
      "",
      "",
      ...Array<string>(3).fill(other("9876543210")),
    ]);
    expect(await doubted(file, "GTBank 9876543210")).toEqual([
      ...Array<string>(3).fill(other("0123456789")),
      "",
      "",
      "",
    ]);
  }
  // The column has the payers' accounts, which differ in nearly every row. So it does not name the company's own
  // account.
  const payers = [13, 14, 15].map((of) => `01234567${of},${of}/11/2026,NIP,,4750.00`).join("\n");
  expect(await doubted(`Account,${head}\n${payers}\n`, "")).toEqual(["", "", ""]);
});

test("[BANK-1] a row of totals is none of money; a payment of a balance is one", async () => {
  const file = await read(
    `${NAMES.join(",")},,\n13/11/2026,NIP OD12345678NG,,"4,750.00","104,750.00",,\n14/11/2026,FEE,10.75,,"104,739.25",,\nTOTAL,,10.75,"4,750.00",,,\n`,
  );
  expect(moneyOf(file)).toEqual(TWO_ROWS);
  expect(file.texts).toBe(1);
  const merged = await read(
    `${NAMES.join(",")}\n13/11/2026,NIP,,5,105\n,BALANCE PAYMENT OD12345678NG,,6,111\n14/11/2026,NIP,,7,118\n,Closing balance,,,118\n`,
  );
  expect(merged.lines.map(({ row, kobo }) => [row, kobo])).toEqual([
    [2, 500],
    [3, 600],
    [4, 700],
  ]);
  expect(merged.lines[1]?.broken).toBe("Date: '' is not a day");
});
