import fc from "fast-check";
import { expect, test } from "vitest";
import { holds } from "../../test/fixtures/holds.ts";
import { DAYS_CASES, hoursOf } from "../../test/fixtures/delivery-days.ts";
import type { OfficeHours } from "./office-hours.ts";
import { addDays, lagosClock, lagosDay, parseLagosDay } from "./dates.ts";
import { deliveryDays, pickupDays, type DaysQuestion } from "./delivery-days.ts";
import { hoursOnWeekday } from "./working-days.ts";

test.each(DAYS_CASES)(
  "[BOOK-4] case $id: booked $booked, $service, is picked up $pickupDay and there by $lastDay",
  ({ booked, taking, delivering, holidays, pickupDay, lastDay, ...asked }) => {
    const days = deliveryDays({
      ...asked,
      at: booked,
      taking: hoursOf(taking),
      delivering: hoursOf(delivering),
      closed: new Set(holidays),
    });
    expect(days).toEqual({ pickupDay, lastDay });
  },
);

const START = parseLagosDay("2027-01-04")!;
const at = fc
  .integer({ min: 0, max: 60 * 24 * 60 - 1 })
  .map((minutes) => new Date(START.getTime() + minutes * 60_000));
/** Hours with at least one open day. */
const hours: fc.Arbitrary<OfficeHours[]> = fc
  .tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }), fc.integer({ min: 13, max: 21 }))
  .map(([one, other, closes]) => [
    { first: Math.min(one, other), last: Math.max(one, other), opens: "08:00", closes: `${closes}:30` },
  ]);
const closed = fc
  .uniqueArray(fc.integer({ min: 0, max: 80 }), { maxLength: 12 })
  .map((days) => new Set(days.map((day) => lagosDay(addDays(START, day)))));
const question: fc.Arbitrary<DaysQuestion> = fc.record({
  at,
  service: fc.constantFrom("same_day", "express", "standard", "economy"),
  taking: hours,
  delivering: hours,
  closed,
  cutOff: fc.constantFrom("08:00", "12:00", "16:00", "16:30", "18:00", "23:59"),
  chosen: fc.option(fc.integer({ min: -9, max: 70 }).map((days) => lagosDay(addDays(START, days)))),
});

const isOpen = (day: string, of: readonly OfficeHours[], without: ReadonlySet<string>) =>
  !without.has(day) && hoursOnWeekday(lagosClock(parseLagosDay(day)!).weekday, { hours: of }) !== undefined;

test("[BOOK-4] no day is closed or past, and the last day is after the pickup", () => {
  holds([question], (asked) => {
    const { pickupDay, lastDay } = deliveryDays(asked);
    expect(isOpen(pickupDay, asked.taking, asked.closed)).toBe(true);
    expect(isOpen(lastDay, asked.delivering, asked.closed)).toBe(true);
    expect(pickupDay >= lagosDay(asked.at)).toBe(true);
    expect(lastDay > pickupDay).toBe(true);
    return !isOpen(lagosDay(asked.at), asked.taking, asked.closed);
  });
});

test("[BOOK-4] who books later, or chooses a later day, is never promised an earlier one", () => {
  holds([question, at], (asked, other) => {
    const [early, late] = [asked.at, other].toSorted((a, b) => a.getTime() - b.getTime()) as [Date, Date];
    const [first, then] = [deliveryDays({ ...asked, at: early }), deliveryDays({ ...asked, at: late })];
    expect(first.pickupDay <= then.pickupDay && first.lastDay <= then.lastDay).toBe(true);
    const free = deliveryDays({ ...asked, chosen: null });
    const chosen = deliveryDays(asked);
    expect(free.pickupDay <= chosen.pickupDay && free.lastDay <= chosen.lastDay).toBe(true);
    return free.pickupDay < chosen.pickupDay;
  });
});

test("[BOOK-4] a day that may be chosen is kept as it is", () => {
  holds([question], (asked) => {
    const days = pickupDays(asked, 7);
    expect(days).toHaveLength(7);
    for (const chosen of days) expect(deliveryDays({ ...asked, chosen }).pickupDay).toBe(chosen);
    return asked.closed.size > 0;
  });
});
