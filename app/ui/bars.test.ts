import { expect, test } from "vitest";
import { scaleTop } from "./bars.tsx";

test("the top of a scale is a round number that no bar is above", () => {
  expect([0, 1, 3, 7, 11, 50, 51, 1_430_000, 10_000_000].map(scaleTop)).toEqual([
    1, 1, 5, 10, 20, 50, 100, 2_000_000, 10_000_000,
  ]);
});
