import { expect, test } from "vitest";
import { createPace } from "./pace.server.ts";

test("more pages are told less often, none seldomer than every 20 s", () => {
  const pace = createPace(
    () => 0,
    () => 0,
  );
  expect(pace.interval(1)).toBe(1000);
  expect(pace.interval(500)).toBe(2000);
  expect(pace.interval(1_000_000)).toBe(20_000);
});

test("one page is told at once, many within their interval, and later after a gap", () => {
  const pace = createPace(
    () => 0,
    () => 0,
  );
  expect(pace.spread(1, false)).toBeLessThan(10);
  const spreads = Array.from({ length: 1000 }, () => pace.spread(500, false));
  expect(Math.max(...spreads)).toBeLessThanOrEqual(2000);
  expect(Math.max(...spreads) - Math.min(...spreads)).toBeGreaterThan(1200);
  expect(Math.max(...Array.from({ length: 1000 }, () => pace.spread(500, true)))).toBeGreaterThan(4000);
});

test("a process that is full slows its pages down, and takes it back when it has time again", () => {
  let now = 0;
  let busy = 0.99;
  const pace = createPace(
    () => busy,
    () => now,
  );
  const after = (seconds: number) => {
    for (let n = 0; n < seconds; n++) {
      now += 1000;
      pace.interval(500);
    }
    return pace.interval(500);
  };
  expect(after(3)).toBeGreaterThan(6000);
  expect(after(60)).toBe(20_000);
  busy = 0.3;
  expect(after(60)).toBe(2000);
});
