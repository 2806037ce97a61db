import { expect, test } from "vitest";
import { eventInterval, reloadSpread } from "./pace.server.ts";

test("[RUN-14] more pages are notified less often: 500 every 2 s, none less than every 20 s", () => {
  expect(eventInterval(1)).toBe(1000);
  expect(eventInterval(500)).toBe(2000);
  expect(eventInterval(1_000_000)).toBe(20_000);
});

test("one page is notified at once, many within their interval, and later after a gap", () => {
  expect(reloadSpread(1, false)).toBeLessThan(10);
  const spreads = Array.from({ length: 1000 }, () => reloadSpread(500, false));
  expect(Math.max(...spreads)).toBeLessThanOrEqual(eventInterval(500));
  expect(Math.max(...spreads) - Math.min(...spreads)).toBeGreaterThan(1200);
  expect(Math.max(...Array.from({ length: 1000 }, () => reloadSpread(500, true)))).toBeGreaterThan(4000);
});
