import { expect, test } from "vitest";
import { askedInBackground, isBackground } from "./background.ts";

const ask = (path: string, headers: Record<string, string> = {}) =>
  isBackground(new Request(`http://localhost${path}`, { headers }));

test("a page's own reloads, streams and pages fetched ahead are nobody's activity", () => {
  expect(ask("/admin/bookings.data", { "Ona-Background": "1" })).toBe(true);
  expect(ask("/live/admin")).toBe(true);
  expect(ask("/admin/bookings.data", { "Sec-Purpose": "prefetch" })).toBe(true);
  expect(ask("/admin/bookings", { "Sec-Purpose": "prefetch;prerender" })).toBe(true);
  expect(ask(askedInBackground("/admin/bookings/changes/1.data"))).toBe(true);
  expect(ask("/admin/bookings.data")).toBe(false);
  expect(ask("/admin/livestock", { "Sec-Fetch-Mode": "navigate" })).toBe(false);
});
