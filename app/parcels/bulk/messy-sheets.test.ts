/** BULK-2, BULK-3: tables as people really send them are read into exactly the expected rows or errors. */
import { expect, test } from "vitest";
import { MESSY_SHEETS } from "../../../test/fixtures/messy-sheets.ts";
import { readDelimited } from "../../platform/tables/delimited.ts";
import { textOfTable } from "../../platform/tables/table-file.server.ts";
import { workbookReader } from "../../platform/tables/workbook.server.ts";
import { phoneOf, shortenedPhone } from "./cell-values.ts";
import { checkRow } from "./check-row.ts";
import { columnsOf, ignoredColumns } from "./columns.ts";
import { MAX_BULK_ROWS, readSheet } from "./read-sheet.ts";
import { bookLabel } from "./batch-view.tsx";

const bounds = { rows: 2 * MAX_BULK_ROWS, person: "p", readWorkbook: workbookReader() };
const sender = {
  senderName: "Ngozi Eze",
  senderPhone: "08031234567",
  senderEmail: "ngozi@example.com",
  senderAddress: "4 Allen Avenue, Ikeja, Lagos",
};

test("there are at least twenty messy sheets", () => {
  expect(MESSY_SHEETS.length).toBeGreaterThanOrEqual(20);
});

test.each(MESSY_SHEETS)("[BULK-2] [BULK-3] %s", async (_, file, expected) => {
  const read = await textOfTable(file, bounds);
  const sheet = read.ok ? readSheet(read.text) : read;
  if ("refused" in expected) {
    expect(sheet).toMatchObject({ ok: false, error: expect.stringMatching(expected.refused) });
    return;
  }
  if (!sheet.ok) throw new Error(sheet.error);
  const batch = { kind: "customer" as const, sender, columns: sheet.columns };
  const outcomes = sheet.rows.map((row) => {
    const checked = checkRow(batch, row);
    return [row.row, checked.ok ? checked.input.receiverPhone : checked.errors.map(({ column }) => column)];
  });
  expect(Object.fromEntries(outcomes)).toEqual(expected.rows);
  if (expected.ignored) expect(ignoredColumns(sheet.columns)).toEqual(expected.ignored);
});

test("[BULK-1] both templates are read, and their examples can be booked", async () => {
  const { readFile } = await import("node:fs/promises");
  for (const name of ["parcels.xlsx", "parcels.csv"]) {
    const read = await textOfTable(await readFile(`public/samples/${name}`), bounds);
    const sheet = read.ok ? readSheet(read.text) : read;
    if (!sheet.ok) throw new Error(sheet.error);
    expect(ignoredColumns(sheet.columns)).toEqual([]);
    const batch = { kind: "customer" as const, sender, columns: sheet.columns };
    expect(sheet.rows.map((row) => checkRow(batch, row).ok)).toEqual([true, true]);
  }
});

test.each([
  ["8031234567", "08031234567"],
  ["'08031234567", "08031234567"],
  ["8031234567.0", "08031234567"],
  ["2348031234567", "+2348031234567"],
  ["2.348031234567E+12", "+2348031234567"],
  ["0803 123 4567", "0803 123 4567"],
  ["+44 20 7946 0958", "+44 20 7946 0958"],
])("[BULK-3] the phone %s", (cell, phone) => {
  expect(phoneOf(cell)).toBe(phone);
  expect(shortenedPhone(cell)).toBeNull();
});

test("[BULK-3] a phone that lost its digits is named", () => {
  expect(shortenedPhone("2.348E+12")).toContain("Type the whole number");
  expect(shortenedPhone("'2.34803E+12")).toContain("Type the whole number");
});

test("[BULK-2] the first of two columns for one field counts", () => {
  expect(columnsOf(["Phone No.", "GSM", "NAME:", ""])).toEqual([
    { name: "Phone No.", field: "receiverPhone" },
    { name: "GSM", field: null },
    { name: "NAME:", field: "receiverName" },
    { name: "", field: null },
  ]);
  const { rows } = readDelimited("Phone,GSM,Name\n1,2,3");
  expect(columnsOf(rows[0]!.cells).map(({ field }) => field)).toEqual([
    "receiverPhone",
    null,
    "receiverName",
  ]);
});

test("[BULK-4] a row is counted as a spreadsheet counts it, also below a cell with a line break", () => {
  const sheet = readSheet(
    [
      "Receiver,Phone,Delivery address,Description,Weight (kg)",
      'Ada,08051000000,"1 Bompai Road,\nKano",Books,2',
      "",
      'Obi,08051000001,"2 Bompai Road, Kano",Books,2',
      'Eze,08051000002,"3 Bompai Road\nnear the mosque\nKano",Books,2',
      'Uche,08051000003,"4 Bompai Road, Kano",Books,2',
    ].join("\n"),
  );
  if (!sheet.ok) throw new Error(sheet.error);
  expect(sheet.headingRow).toBe(1);
  expect(sheet.rows.map(({ row, fields }) => [row, fields["receiverName"]])).toEqual([
    [2, "Ada"],
    [4, "Obi"],
    [5, "Eze"],
    [6, "Uche"],
  ]);
});

test("[BULK-4] the button says how many rows it books and keeps", () => {
  expect(bookLabel(480, 20)).toBe("Book 480, keep 20 as a draft");
  expect(bookLabel(1200, 0)).toBe("Book 1,200");
});
