import { expect, test } from "vitest";
import { attempted, deed } from "../../../../test/fixtures/phone-deeds.ts";
import { clockTime, deedTime } from "./shown-times.ts";

test("[PHONE-16] a time is Lagos time, and that of a deed is corrected by what the phone knows of the server's clock", () => {
  const at = Date.UTC(2026, 10, 26, 23, 8);
  expect(clockTime(at)).toBe("0:08");
  const one = deed(1, attempted("piece"));
  const clock = { ...one.clock, at: at + 3 * 3_600_000, mono: 500, boot: "b" };
  const known = { ...clock, mono: 0, lead: -3 * 3_600_000 };
  expect(deedTime({ ...one, clock, known })).toBe("0:08");
  expect(deedTime({ ...one, clock, known: null })).toBe("3:08");
});
