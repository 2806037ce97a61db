import { expect, test } from "vitest";
import { koboField } from "./fields.ts";

test("an amount is parsed once: kobo stay kobo, naira become kobo", () => {
  expect(koboField.parse("12,500.50")).toBe(1_250_050);
  expect(koboField.parse(koboField.parse("12,500.50"))).toBe(1_250_050);
  for (const wrong of ["1.005", "-1", "1e3", Number.NaN, 1.5, -1])
    expect(koboField.safeParse(wrong).success).toBe(false);
});
