import { expect, test } from "vitest";
import {
  commonPeriods,
  eachDay,
  eachMonth,
  eachWeek,
  monthPeriod,
  periodBefore,
  readReportParams,
  weekPeriod,
} from "./period.ts";

// In Lagos it is half an hour after midnight of 1 Dec.
const NOW = new Date("2026-11-30T23:30:00Z");
const read = (query: string) => readReportParams(new URLSearchParams(query), NOW);

test("[REPORT-2] without days it is the month until today, by Lagos days", () => {
  expect(read("")).toMatchObject({ view: "day", period: { from: "2026-12-01", to: "2026-12-01" } });
  expect(read("by=lane&from=2026-01-01&to=2026-12-31")).toMatchObject({
    view: "lane",
    period: { from: "2026-01-01", to: "2026-12-31" },
  });
  expect(read("by=nothing").view).toBe("day");
});

test("[REPORT-2] days that are none, in the wrong order or too many are refused at their field", () => {
  expect(read("from=2026-02-30")).toMatchObject({ period: null, errors: { from: expect.any(String) } });
  expect(read("from=2026-02-30&to=2026-11-21").rawValues).toEqual({ from: "", to: "2026-11-21" });
  expect(read("to=x")).toMatchObject({ period: null, errors: { to: expect.any(String) } });
  expect(read("from=2026-11-02&to=2026-11-01").errors.to).toContain("on or after");
  expect(read("from=2024-01-01&to=2025-01-01").errors.to).toContain("by month");
  expect(read("from=2024-01-01&to=2024-12-31").period).not.toBeNull();
  expect(read("from=2024-01-01&to=2026-01-01&by=month").period).not.toBeNull();
  expect(read("from=2001-01-01&to=2026-01-01&by=month").errors.to).toContain("10 years");
});

test("[REPORT-2] a period as its weeks from Monday, of which the first and the last may be cut", () => {
  const period = { from: "2026-11-25", to: "2026-12-07" };
  expect(eachWeek(period)).toEqual(["2026-11-23", "2026-11-30", "2026-12-07"]);
  expect(eachWeek(period).map((monday) => weekPeriod(monday, period))).toEqual([
    { from: "2026-11-25", to: "2026-11-29" },
    { from: "2026-11-30", to: "2026-12-06" },
    { from: "2026-12-07", to: "2026-12-07" },
  ]);
  expect(eachWeek({ from: "2026-11-29", to: "2026-11-29" })).toEqual(["2026-11-23"]);
});

test("a period as its months and days", () => {
  expect(monthPeriod("2024-02")).toEqual({ from: "2024-02-01", to: "2024-02-29" });
  expect(eachMonth({ from: "2025-11-30", to: "2026-01-01" })).toEqual(["2025-11", "2025-12", "2026-01"]);
  expect(eachDay({ from: "2026-02-27", to: "2026-03-01" })).toEqual([
    "2026-02-27",
    "2026-02-28",
    "2026-03-01",
  ]);
  expect(commonPeriods(NOW).map(({ period }) => period.from)).toEqual([
    "2026-12-01",
    "2026-12-01",
    "2026-11-01",
    "2026-01-01",
    "2025-01-01",
  ]);
});

test("[REPORT-6] a period is compared with the same days of the months before, else with as many days before", () => {
  const before = (from: string, to: string) => Object.values(periodBefore({ from, to })).join(" to ");
  expect(before("2026-11-01", "2026-11-23")).toBe("2026-10-01 to 2026-10-23");
  expect(before("2026-11-01", "2026-11-30")).toBe("2026-10-01 to 2026-10-31");
  expect(before("2026-03-01", "2026-03-30")).toBe("2026-02-01 to 2026-02-28");
  expect(before("2026-01-01", "2026-12-31")).toBe("2025-01-01 to 2025-12-31");
  expect(before("2026-01-01", "2026-11-23")).toBe("2025-02-01 to 2025-12-23");
  expect(before("2026-11-10", "2026-11-16")).toBe("2026-11-03 to 2026-11-09");
  expect(before("2026-11-23", "2026-11-23")).toBe("2026-11-22 to 2026-11-22");
});
