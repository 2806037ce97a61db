import { expect, test } from "vitest";
import { dayOrderOf, parseBankDay } from "./bank-day.ts";

test("[BANK-1] a day in any bank's writing; what is no day is none", () => {
  const days = [
    "21-Nov-2026",
    "21/11/26",
    "2026-11-21",
    "21.11.2026 14:02",
    "Nov 21, 2026",
    "20261121",
    "21 NOVEMBER 2026",
    "Sat, 21 Nov 2026 09:15:22",
    "2026 Nov 21 01:25:48",
    "2026-11-21T10:00:00.000Z",
    "21/11/2026 08:58:34 AM",
    "21-11-2026 8:58 pm",
    "21-NOV-26 02.15.33.000000 PM",
    "Nov 21st, 2026 14:02:11",
    "21st November, 2026",
    "21 November 2026 at 2:05 PM",
    "21NOV26",
    "21Nov2026 14:02",
    "20261121140211",
    "202611211402",
    "46347",
    "46347.5848",
  ];
  expect(days.map((day) => parseBankDay(day, true))).toEqual(days.map(() => "2026-11-21"));
  expect(parseBankDay("11/21/2026 08:58:34 AM", false)).toBe("2026-11-21");
  expect(
    [
      "",
      "tomorrow",
      "31/02/2026",
      "11/21/2026",
      "1999-01-01",
      "2026",
      "4,750.00",
      "21/11/2026 ADA",
      "20261121995959",
    ].map((day) => parseBankDay(day, true)),
  ).toEqual(Array(9).fill(null));
});

test.each([
  [["01/11/2026", "13/11/2026"], "day"],
  [["11/01/2026", "11/13/2026"], "month"],
  [["01/11/2026", "02/11/2026"], null],
  [["01/12/2026", "02/12/2026", "03/12/2026"], "month"],
  [["12/01/2026", "12/02/2026"], "day"],
  [["13/11/2026", "11/13/2026"], null],
  [["11/11/2026", "2026-11-03", "3 Nov 2026"], "either"],
  [["--"], "either"],
] as const)("[BANK-1] the days %j are told by all of them: %s first", (cells, order) => {
  expect(dayOrderOf(cells, "2026-11-21")).toBe(order);
});
