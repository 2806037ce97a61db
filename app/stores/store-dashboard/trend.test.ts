import { expect, test } from "vitest";
import { formatNaira } from "../../domain/money.ts";
import { trendText } from "./trend.ts";

test.each([
  [0, 0, "None in the last 30 days"],
  [3, 0, "New this month"],
  [50, 40, "+25% on the 30 days before"],
  [0, 40, "−100% on the 30 days before"],
  [40, 40, "Same as the 30 days before"],
  [30, 10, "+200% on the 30 days before"],
  [44, 10, "4.4 times the 30 days before"],
  [44, 9, "44 in the last 30 days, 9 in those before"],
])("[OWNER-4] %i after %i reads '%s'", (last, before, text) =>
  expect(trendText({ last, before })).toBe(text),
);

test("[OWNER-4] revenue of fewer than ten orders is in no percentage", () => {
  const revenue = { last: 500_000, before: 100_000 };
  expect(trendText(revenue, { orders: 9, write: formatNaira })).toBe(
    "₦5,000 in the last 30 days, ₦1,000 in those before",
  );
  expect(trendText(revenue, { orders: 10, write: formatNaira })).toBe("5 times the 30 days before");
});
