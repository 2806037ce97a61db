import { expect, test } from "vitest";
import { dueClock } from "./due-text.ts";

const NOW = new Date("2026-11-21T14:00:00Z");
const text = (minutes: number) => dueClock(new Date(NOW.getTime() + minutes * 60_000), NOW).text;

test("[EXC-2] the clock says how long there is in whole units, and never more than there is", () => {
  expect([0.5, 1, 59.9, 60, 239, 47 * 60, 48 * 60, 71 * 60].map(text)).toEqual([
    "due now",
    "due in 1 min",
    "due in 59 min",
    "due in 1 h",
    "due in 3 h",
    "due in 47 h",
    "due in 2 days",
    "due in 2 days",
  ]);
  expect([0, -0.5, -20, -125, -72 * 60].map(text)).toEqual([
    "overdue",
    "overdue",
    "overdue 20 min",
    "overdue 2 h",
    "overdue 3 days",
  ]);
});
