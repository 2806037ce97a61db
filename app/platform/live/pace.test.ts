import { expect, test } from "vitest";
import { interval, spread } from "./pace.server.ts";

test("[RUN-14] more pages are notified less often: 500 every 2 s, none less than every 20 s", () => {
  expect(interval(1)).toBe(1000);
  expect(interval(500)).toBe(2000);
  expect(interval(1_000_000)).toBe(20_000);
});

test("one page is notified at once, many within their interval, and later after a gap", () => {
  expect(spread(1, false)).toBeLessThan(10);
  const spreads = Array.from({ length: 1000 }, () => spread(500, false));
  expect(Math.max(...spreads)).toBeLessThanOrEqual(interval(500));
  expect(Math.max(...spreads) - Math.min(...spreads)).toBeGreaterThan(1200);
  expect(Math.max(...Array.from({ length: 1000 }, () => spread(500, true)))).toBeGreaterThan(4000);
});
