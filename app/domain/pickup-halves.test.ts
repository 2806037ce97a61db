import { expect, test } from "vitest";
import { isHalfOver } from "./pickup-halves.ts";

test("[BOOK-32] only the morning of today ends, at noon in Lagos", () => {
  const at = (time: string) => new Date(`2026-11-30T${time}:00+01:00`);
  expect(isHalfOver("2026-11-30", "morning", at("11:59"))).toBe(false);
  expect(isHalfOver("2026-11-30", "morning", at("12:00"))).toBe(true);
  expect(isHalfOver("2026-12-01", "morning", at("12:00"))).toBe(false);
  for (const half of ["afternoon", ""] as const)
    expect(isHalfOver("2026-11-30", half, at("15:00"))).toBe(false);
});
