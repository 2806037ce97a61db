import { expect, test } from "vitest";
import { readAmount, readWay, usesDecimalComma } from "./bank-amount.ts";

const read = (cell: string, decimalComma = false) => {
  const amount = readAmount(cell, decimalComma);
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
  expect(usesDecimalComma(["1.234,50", "4", "--"])).toBe(true);
  expect(usesDecimalComma(["1,234.50", "4,750", "12,5"])).toBe(false);
  expect(["1.234,50", "4750,5", "1 234,50", "4,750", "4.75"].map((cell) => read(cell, true))).toEqual([
    "123450",
    "475050",
    "123450",
    null,
    null,
  ]);
});

test("[BANK-1] words of direction", () => {
  expect(
    ["CR", "Dr.", "Credit", "Money In", "Withdrawal", "DEPOSIT", "outgoing", "?", "Transfer"].map(readWay),
  ).toEqual(["in", "out", "in", "in", "out", "in", "out", null, null]);
});
