import { expect, test } from "vitest";
import { hoursText, openText, type StoreHours } from "./store-hours.ts";

const HOURS: StoreHours = {
  weekdays: { opens: 8, closes: 18 },
  saturday: { opens: 10, closes: 24 },
  sunday: null,
};
/** The instant of an hour in Lagos. Day 0 is Monday 23 November 2026. UTC is an hour behind Lagos. */
const at = (day: number, hour: number, minute = 0) =>
  new Date(Date.UTC(2026, 10, 23 + day, hour - 1, minute));

test.each([
  [0, 7, 59, "Closed now, opens today at 8:00 AM"],
  [0, 8, 0, "Open now, until 6:00 PM"],
  [0, 17, 59, "Open now, until 6:00 PM"],
  [0, 18, 0, "Closed now, opens tomorrow at 8:00 AM"],
  [4, 20, 0, "Closed now, opens tomorrow at 10:00 AM"],
  [5, 23, 59, "Open now, until 12:00 AM"],
  [6, 0, 0, "Closed now, opens tomorrow at 8:00 AM"],
] as const)("[STORE-7] day %i at %i:%i reads '%s'", (day, hour, minute, text) =>
  expect(openText(HOURS, at(day, hour, minute)).text).toBe(text),
);

test("[STORE-7] a store that opens once a week says which day", () => {
  const once = { ...HOURS, weekdays: null };
  expect(openText(once, at(0, 9)).text).toBe("Closed now, opens on Saturday at 10:00 AM");
  expect(openText(once, at(6, 1)).text).toBe("Closed now, opens on Saturday at 10:00 AM");
  expect(hoursText(once)).toBe("Mon-Fri closed, Sat 10:00 AM-12:00 AM, Sun closed");
});
