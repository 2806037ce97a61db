import { expect, test } from "vitest";
import { decimalSignOf, readAmount, readWay, type DecimalSign } from "./bank-amount.ts";

const read = (cell: string, decimal: DecimalSign = ".") => {
  const amount = readAmount(cell, decimal);
  return amount && `${amount.way ?? ""}${amount.kobo}`;
};

test.each([
  ["+4,750.00", "in475000"],
  ["-4,750.00", "out475000"],
  ["−4 750.00", "out475000"],
  ["4,750.00-", "out475000"],
  ["4,750.00+", "in475000"],
  ["(4,750.00)", "out475000"],
  ["(₦4,750.00)", "out475000"],
  ["₦4,750", "475000"],
  ["-₦4,750", "out475000"],
  ["₦-4,750", "out475000"],
  ["NGN4750.5", "475050"],
  ["NGN 4,750.00 DR", "out475000"],
  ["4,750.00CR", "in475000"],
  ["4,750.00(CR)", "in475000"],
  ["NGN 4,750.00 (Dr)", "out475000"],
  ["CR 4,750.00", "in475000"],
  ["4,750.00 ₦", "475000"],
  ["4,750.00 NGN", "475000"],
  ["=N=4,750.00", "475000"],
  ["4750.00000", "475000"],
  [".50", "50"],
  ["1,234,567.89", "123456789"],
  ["--", "0"],
  ["-", "0"],
  ["", "0"],
  ["nil", "0"],
  ["0.00", "0"],
])("[BANK-1] the amount %j", (cell, amount) => {
  expect(read(cell)).toBe(amount);
});

test.each([
  "4,75",
  "4,750,0",
  "4.755",
  "2.61E+23",
  "12x",
  "-4,750 CR",
  "(4,750) CR",
  "-4,750 (CR)",
  "+4,750 DR",
  "OD48210973NG",
  "4,750.00 4",
  "9".repeat(20),
  "1.234,50",
])("[BANK-1] %j is no amount, and none is guessed", (cell) => {
  expect(read(cell)).toBeNull();
});

test("[BANK-1] a comma is the decimal sign where the file writes it so", () => {
  expect(decimalSignOf(["1.234,50", "4", "--"])).toBe(",");
  expect(decimalSignOf(["1,234.50", "4,750", "12,5"])).toBe(".");
  expect(["1.234,50", "4750,5", "1 234,50", "4,750", "4.75"].map((cell) => read(cell, ","))).toEqual([
    "123450",
    "475050",
    "123450",
    null,
    null,
  ]);
});

test("[BANK-1] a point before three digits is read where other amounts tell what it means, and asked about elsewhere", () => {
  // '1.250.000' has two points, so the points of this file separate thousands.
  expect(decimalSignOf(["NGN 4.750", "1.250.000", "10"])).toBe(",");
  expect(read("4.750", ",")).toBe("475000");
  // '1150.000' has four digits before its point, so the points of this file separate decimals. Each amount has three
  // decimals.
  expect(decimalSignOf(["150.000", "1150.000"])).toBe(".000");
  expect(decimalSignOf(["150.000", "0.000"])).toBe(".000");
  expect(read("150.000", ".000")).toBe("15000");
  // Words and references say nothing about the decimal sign.
  expect(decimalSignOf(["4.750", "12.500", "FLAT 2.5 IN OJO", "1.00013E+29", "13.11.2026"])).toBe(".");
  expect(["4.750", "₦4.750", "12.500 CR", "125.000"].map((cell) => read(cell))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test("[BANK-1] words of direction", () => {
  expect(
    ["CR", "Dr.", "Credit", "Money In", "Withdrawal", "DEPOSIT", "outgoing", "?", "Transfer"].map(readWay),
  ).toEqual(["in", "out", "in", "in", "out", "in", "out", null, null]);
});
