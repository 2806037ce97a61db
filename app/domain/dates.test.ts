import { describe, expect, test } from "vitest";
import { addDays, formatAdminDate, formatAdminDateTime, formatDate, formatDateTime, formatTimeNear, lagosDay, parseLagosDay, startOfLagosDay } from "./dates.ts"; // prettier-ignore

describe("a day begins at midnight in Lagos, an hour before it does in UTC", () => {
  const before = new Date("2026-11-20T22:59:59.999Z");
  const at = new Date("2026-11-20T23:00:00Z");

  test("the last moment of the old day and the first of the new one", () => {
    expect([formatDate(before), formatDateTime(before)]).toEqual(["20 Nov 2026", "20 Nov 2026, 11:59 pm"]);
    expect([formatDate(at), formatDateTime(at)]).toEqual(["21 Nov 2026", "21 Nov 2026, 12:00 am"]);
    expect(formatAdminDate(at)).toBe("Nov 21, 2026");
    expect(formatAdminDateTime(at)).toBe("Nov 21, 2026 • 12:00 AM");
    expect([lagosDay(before), lagosDay(at)]).toEqual(["2026-11-20", "2026-11-21"]);
  });

  test("the start of a day is the same for each of its moments", () => {
    expect(startOfLagosDay(at)).toEqual(at);
    expect(startOfLagosDay(new Date("2026-11-21T22:59:59.999Z"))).toEqual(at);
    expect(startOfLagosDay(before)).toEqual(new Date("2026-11-19T23:00:00Z"));
    expect(startOfLagosDay(new Date("1969-12-31T22:30:00Z"))).toEqual(new Date("1969-12-30T23:00:00Z"));
  });

  test("[SCAN-5] a time near now is said without its day, and a day of this year without its year", () => {
    const now = new Date("2026-11-21T13:05:00Z");
    expect(formatTimeNear(new Date("2026-11-21T00:10:00Z"), now)).toBe("1:10 am");
    expect(formatTimeNear(new Date("2026-11-20T22:59:00Z"), now)).toBe("20 Nov, 11:59 pm");
    expect(formatTimeNear(new Date("2025-12-31T12:00:00Z"), now)).toBe("31 Dec 2025, 1:00 pm");
  });

  test("[WEB-10] noon is pm, midnight is am, and a new year comes with its day", () => {
    expect(formatDateTime(new Date("2026-06-01T11:00:00Z"))).toBe("1 Jun 2026, 12:00 pm");
    expect(formatDate(new Date("2026-12-31T23:00:00Z"))).toBe("1 Jan 2027");
  });
});

describe("a leap day is a day", () => {
  test("it is shown, read and left by the clock", () => {
    expect(formatDate(new Date("2028-02-28T23:30:00Z"))).toBe("29 Feb 2028");
    expect(parseLagosDay("2028-02-29")).toEqual(new Date("2028-02-28T23:00:00Z"));
    expect(parseLagosDay("2027-02-29")).toBeNull();
    expect(parseLagosDay("2028-02-30")).toBeNull();
    expect(lagosDay(addDays(parseLagosDay("2028-02-29")!, 1))).toBe("2028-03-01");
    expect(lagosDay(addDays(parseLagosDay("2027-02-28")!, 1))).toBe("2027-03-01");
  });

  test("text that is no day is none", () => {
    for (const text of ["", "2026-13-01", "2026-00-10", "26-11-21", "2026-11-21T00:00", "0x7e-11-21"])
      expect(parseLagosDay(text)).toBeNull();
  });
});
