import { expect, test } from "vitest";
import { SAMPLE_COMPANY } from "./company.ts";
import { parseLagosDay } from "./dates.ts";
import { isWorkingDay, movableHoliday, workingDaysAfter } from "./working-days.ts";

const on = (day: string) => parseLagosDay(day)!;

test("[CHOICE-1] working days are those of the opening hours, without holidays of the list and movable ones", () => {
  // 26 November 2026 is a Thursday, and the office is closed on Sundays.
  expect(workingDaysAfter(on("2026-11-26"), SAMPLE_COMPANY, 7)).toEqual([
    ...["2026-11-27", "2026-11-28", "2026-11-30", "2026-12-01", "2026-12-02", "2026-12-03", "2026-12-04"],
  ]);
  expect(workingDaysAfter(on("2026-12-23"), SAMPLE_COMPANY, 2)).toEqual(["2026-12-24", "2026-12-28"]);
  expect(isWorkingDay(on("2027-10-01"), SAMPLE_COMPANY)).toBe(false);
  expect(workingDaysAfter(on("2026-11-26"), { hours: [], holidays: [] }, 7)).toEqual([]);
});

test.each([
  ["2026-04-03", "Good Friday"],
  ["2026-04-06", "Easter Monday"],
  ["2027-03-26", "Good Friday"],
  ["2028-04-17", "Easter Monday"],
  ["2038-04-26", "Easter Monday"],
  ["2026-03-20", "Eid-el-Fitr"],
  ["2026-03-21", "Eid-el-Fitr"],
  ["2026-05-27", "Eid-el-Kabir"],
  ["2026-08-25", "Eid-el-Maulud"],
  ["2026-11-26", null],
])("[CHOICE-1] %s is %s", (day, name) => {
  expect(movableHoliday(on(day))).toBe(name);
});
