import { expect, test } from "vitest";
import { laneParts } from "./lane-parts.ts";
import { dayAfter, type Period } from "./period.ts";

/** True if a running total covers a day. */
const holds = ({ span, starts }: ReturnType<typeof laneParts>[number], day: string) =>
  day >= starts && day.startsWith(starts.slice(0, span === "to_month_end" ? 7 : 4));

const daysFrom = (first: string, last: string) => {
  const days = [first];
  while (days.at(-1) !== last) days.push(dayAfter(days.at(-1) ?? last));
  return days;
};
const ALL = daysFrom("2024-11-20", "2028-02-10");
const BOUNDS = [
  "2024-12-31",
  "2025-01-01",
  "2025-12-01",
  "2026-01-31",
  "2026-02-15",
  "2026-11-22",
  "2027-12-31",
];
const PERIODS: Period[] = BOUNDS.flatMap((from) =>
  BOUNDS.filter((to) => to >= from).map((to) => ({ from, to })),
);

test("[REPORT-2] the running totals of lanes of a period have each of its days once and no other day", () => {
  for (const { from, to } of PERIODS)
    for (const day of ALL) {
      const times = laneParts({ from, to }).reduce(
        (sum, part) => sum + (holds(part, day) ? part.sign : 0),
        0,
      );
      expect(times, `${day} in ${from} to ${to}`).toBe(day >= from && day <= to ? 1 : 0);
    }
});

test("[REPORT-2] a year by lane is as few sums as a day", () => {
  const parts = (from: string, to: string) => laneParts({ from, to }).length;
  expect(parts("2026-03-10", "2026-03-10")).toBe(2);
  expect(parts("2026-01-01", "2026-12-31")).toBe(1);
  expect(parts("2025-03-10", "2026-03-09")).toBeLessThanOrEqual(5);
});
