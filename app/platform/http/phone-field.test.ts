import { expect, test } from "vitest";
import * as z from "zod";
import { optionalPhoneField, phoneField } from "./phone-field.ts";

const form = z.object({ phone: phoneField("Enter a phone number"), other: optionalPhoneField("No number") });

test("a phone number is parsed once: what comes out goes in again unchanged", () => {
  const parsed = form.parse({ phone: " 0803 123 4567", other: "" });
  expect(parsed).toEqual({ phone: "+2348031234567", other: null });
  expect(form.parse(parsed)).toEqual(parsed);
  expect(form.parse({ phone: "08031234567" })).toEqual(parsed);
});

test.each([
  [{}, { phone: ["Enter a phone number"] }],
  [{ phone: " " }, { phone: ["Enter a phone number"] }],
  [
    { phone: "12", other: "12" },
    { phone: ["Enter a real phone number, e.g. 0803 123 4567"], other: ["No number"] },
  ],
  [{ phone: "0".repeat(41) }, { phone: ["That phone number is too long"] }],
])("%o is refused with one sentence a field", (sent, errors) => {
  expect(z.flattenError(form.safeParse(sent).error!).fieldErrors).toEqual(errors);
});
