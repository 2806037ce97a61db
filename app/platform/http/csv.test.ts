import { describe, expect, test } from "vitest";
import { csvHeaders, neutraliseCell, restoreCell } from "./csv.ts";

describe("[STAFF-14] cells of a CSV file", () => {
  test.each([
    "=1+1",
    "+234803",
    "-2",
    "@SUM(A1)",
    "\tx",
    "\rx",
    "\n=1+1",
    "＝1+1",
    "＋1",
    "－1",
    "＠A1",
    "=cmd|' /C calc'!A0",
  ])("%j is made text and read back", (cell) => {
    expect(neutraliseCell(cell)).toBe(`'${cell}`);
    expect(restoreCell(neutraliseCell(cell))).toBe(cell);
  });
  test.each(["", "Rice", "'quoted'", "12.50", "a=b", " =x"])("%j stays as it is", (cell) => {
    expect(neutraliseCell(cell)).toBe(cell);
    expect(restoreCell(cell)).toBe(cell);
  });
  test("a file name cannot break out of its header", () => {
    expect(csvHeaders('a"\r\nX: y.csv')["Content-Disposition"]).toBe('attachment; filename="a-X-y.csv"');
  });
});
