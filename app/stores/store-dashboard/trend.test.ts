import { expect, test } from "vitest";
import { trendText } from "./trend.ts";

test.each([
  [0, 0, "Nothing in the last 30 days"],
  [3, 0, "No sales in the previous 30 days"],
  [5, 4, "+25% on the previous 30 days"],
  [0, 4, "−100% on the previous 30 days"],
  [4, 4, "Same as the previous 30 days"],
  [44, 4, "+1,000% on the previous 30 days"],
])("%i after %i reads '%s'", (last, before, text) => expect(trendText({ last, before })).toBe(text));
