import { expect, test } from "vitest";
import { DELIVERY_TYPES, estimatedDelivery } from "./booking.ts";
import { addDays, lagosDay } from "./dates.ts";
import { ALL_PROMISES, arrivalText, SAME_DAY_ANSWER } from "./promise.ts";

const MONDAY = new Date("2026-11-23T09:00:00Z");

test("[BOOK-22] each service says what it promises from pickup on, and the latest day", () => {
  const said = DELIVERY_TYPES.map((type) => arrivalText(type, estimatedDelivery(type, MONDAY)));
  expect(said).toEqual([
    "Delivered 2-3 days after pickup. By Fri 27 Nov at the latest.",
    "Delivered the day after we pick it up. By Wed 25 Nov at the latest.",
    "Delivered on the day we pick it up. By Tue 24 Nov at the latest.",
  ]);
  expect(ALL_PROMISES).toBe(
    "Express: the day after we pick it up. Same Day: on the day we pick it up, within one city. Standard: 2-3 days after pickup.",
  );
});

test("[BOOK-22] [BOOK-4] the words are true with the last days: a parcel that is picked up the day after its booking keeps them all", () => {
  const daysFromPickup = { standard: 3, express: 1, same_day: 0 };
  for (const type of DELIVERY_TYPES)
    expect(lagosDay(addDays(MONDAY, 1 + daysFromPickup[type]))).toBe(
      lagosDay(estimatedDelivery(type, MONDAY)),
    );
  expect(SAME_DAY_ANSWER).toContain("It arrives the day after you book at the latest.");
});
