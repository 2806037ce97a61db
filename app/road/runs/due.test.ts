import { expect, test } from "vitest";
import { dueOf, dueText } from "./due.ts";

test("[TRIP-12] [TRIP-16] a parcel is due on its promised day, and late from the next midnight in Lagos on", () => {
  const promised = new Date("2026-11-20T12:00:00+01:00");
  const at = (time: string) => dueOf(promised, new Date(`${time}+01:00`));
  expect([at("2026-11-19T23:59:00"), at("2026-11-20T00:00:00"), at("2026-11-20T23:59:00")]).toEqual([
    null,
    "today",
    "today",
  ]);
  expect(at("2026-11-21T00:00:00")).toBe("late");
  expect(dueText(["today", null, "late", "late"])).toBe("2 late · 1 due today");
  expect(dueText([null])).toBe("");
});
