import { expect, test } from "vitest";
import { DELIVERY_TYPES } from "./booking.ts";
import { parseLagosDay } from "./dates.ts";
import { SAMPLE_COMPANY } from "./company.ts";
import { closedDays, daysOf } from "./places-days.ts";
import { ALL_PROMISES, deliveryDaysText, offerText, SAME_DAY_ANSWER } from "./promise.ts";

const at = (day: string, hours: number) => new Date(parseLagosDay(day)!.getTime() + hours * 3_600_000);
const of = (when: Date, service: string) =>
  daysOf(
    {
      office: SAMPLE_COMPANY.hours,
      hubs: [],
      closed: closedDays(when, SAMPLE_COMPANY),
      cutOff: SAMPLE_COMPANY.pickupUntil,
    },
    when,
    { service, from: null, to: null },
  );

test("[BOOK-22] [BOOK-4] each service says when we pick up, what it promises from then on, and the latest day", () => {
  const said = DELIVERY_TYPES.map((type) => offerText(type, of(at("2026-11-23", 10), type)));
  expect(said).toEqual([
    "We pick up on Mon 23 Nov. Delivered 2-3 days after pickup. By Fri 27 Nov at the latest.",
    "We pick up on Mon 23 Nov. Delivered the day after we pick it up. By Wed 25 Nov at the latest.",
    "We pick up on Mon 23 Nov. Delivered on the day we pick it up. By Tue 24 Nov at the latest.",
  ]);
  expect(ALL_PROMISES).toBe(
    "Express: the day after we pick it up. Same Day: on the day we pick it up, within one city. Standard: 2-3 days after pickup.",
  );
});

test("[BOOK-22] a parcel of a Saturday night is picked up on Monday, and one that is brought has a day to bring it by", () => {
  const days = of(at("2026-11-28", 19.5), "express");
  expect(deliveryDaysText(days)).toBe("We pick up on Mon 30 Nov. By Wed 2 Dec at the latest.");
  expect(deliveryDaysText(days, true)).toBe("Bring it by Mon 30 Nov. By Wed 2 Dec at the latest.");
  expect(SAME_DAY_ANSWER).toContain("before noon on a day on which we work");
});
