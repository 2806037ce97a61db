import fc from "fast-check";
import { expect, test } from "vitest";
import { holds } from "../../test/fixtures/holds.ts";
import { lagosClock, lagosDay, parseLagosDay } from "./dates.ts";
import { movedDay, movedPickup, type Mover } from "./moved-day.ts";
import type { DaysRules } from "./places-days.ts";

const office = [{ first: 1, last: 6, opens: "08:00", closes: "18:00" }];
const KANO = { state: "Kano", town: null } as const;
const LAGOS = { state: "Lagos", town: null } as const;
/** The hub in Kano is closed on Saturdays. Thursday 26 Nov 2026 is a holiday. */
const rules: DaysRules = {
  office,
  hubs: [{ id: "KAN", areas: [{ state: "Kano", town: "" }], hours: "Mon-Fri 8:00-18:00" }],
  closed: new Set(["2026-11-26"]),
  cutOff: "16:00",
};
const at = (lagosTime: string) => new Date(`${lagosTime}:00+01:00`);
type Said = Parameters<typeof movedDay>[2];
const SAID: Said = { promised: "2026-11-25", first: "2026-11-25", movedWhy: null, to: KANO };

test.each<[string, Mover, Partial<Said>, string | null]>([
  ["a run of a later day", { why: "run", day: "2026-11-28" }, {}, "2026-11-28"],
  ["a run of an earlier day", { why: "run", day: "2026-11-24" }, {}, null],
  ["a bus at 9:59 am", { why: "linehaul", at: at("2026-11-27T09:59") }, {}, "2026-11-27"],
  ["a bus at 10 am, over the weekend", { why: "linehaul", at: at("2026-11-27T10:00") }, {}, "2026-11-30"],
  ["a bus in time", { why: "linehaul", at: at("2026-11-23T10:00") }, {}, null],
  ["an attempt, a holiday follows", { why: "again", at: at("2026-11-25T17:00") }, {}, "2026-11-27"],
  ["a week to collect", { why: "hold", at: at("2026-11-21T12:00"), hubId: "KAN" }, {}, "2026-11-30"],
  [
    "a week at our office",
    { why: "hold", at: at("2026-11-21T12:00"), hubId: null },
    { to: LAGOS },
    "2026-11-28",
  ],
  ["a holiday after the booking", { why: "closed" }, { promised: "2026-11-26" }, "2026-11-27"],
  ["a day that is open", { why: "closed" }, {}, null],
  [
    "the end of a hold",
    { why: "again", at: at("2026-11-26T12:00") },
    { promised: "2026-12-02", movedWhy: "hold" },
    "2026-11-27",
  ],
  [
    "the end of a hold before the first promise",
    { why: "again", at: at("2026-11-23T12:00") },
    { promised: "2026-12-02", movedWhy: "hold" },
    "2026-11-25",
  ],
])("[STATUS-10] %s", (_, mover, said, day) => {
  expect(movedDay(rules, mover, { ...SAID, ...said })).toBe(day);
});

test("[STATUS-10] no day that moves by itself becomes earlier, but after a hold, and none is closed", () => {
  const day = fc
    .integer({ min: 0, max: 40 })
    .map((n) => lagosDay(new Date(at("2026-11-21T12:00").getTime() + n * 864e5)));
  const moment = fc
    .integer({ min: 0, max: 40 * 24 })
    .map((n) => new Date(at("2026-11-21T00:00").getTime() + n * 36e5));
  const mover = fc.oneof(
    fc.record({ why: fc.constantFrom("linehaul" as const, "again" as const), at: moment }),
    fc.record({ why: fc.constant("hold" as const), at: moment, hubId: fc.constantFrom("KAN", null) }),
    fc.record({ why: fc.constant("closed" as const) }),
  );
  holds(
    [mover, day, day, fc.constantFrom("hold" as const, "run" as const, null)],
    (by, one, other, movedWhy) => {
      const [first, promised] = [one, other].toSorted() as [string, string];
      const to = movedDay(rules, by, { promised, first, movedWhy, to: KANO });
      if (to === null) return false;
      expect(to > promised || (movedWhy === "hold" && to >= first)).toBe(true);
      if (to > promised) {
        expect(rules.closed.has(to)).toBe(false);
        expect([0, 6]).not.toContain(lagosClock(parseLagosDay(to)!).weekday);
      }
      return to > promised;
    },
  );
});

test("[STATUS-10] a pickup day that is closed now moves with the last day that counts from it", () => {
  const pickup = { service: "express", from: LAGOS, to: KANO, dropOffHubId: null };
  expect(movedPickup(rules, { ...pickup, pickupDay: "2026-11-25" })).toBeNull();
  expect(movedPickup(rules, { ...pickup, pickupDay: "2026-11-26" })).toEqual({
    pickupDay: "2026-11-27",
    lastDay: "2026-11-30",
  });
});
