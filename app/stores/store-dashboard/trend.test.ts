import { expect, test } from "vitest";
import { trendText } from "./trend.ts";

test.each([
  [0, 0, "None in the last 30 days"],
  [3, 0, "New this month"],
  [5, 4, "+25% on the 30 days before"],
  [0, 4, "−100% on the 30 days before"],
  [4, 4, "Same as the 30 days before"],
  [44, 4, "+1,000% on the 30 days before"],
])("%i after %i reads '%s'", (last, before, text) => expect(trendText({ last, before })).toBe(text));
