import { expect, test } from "vitest";
import { BODY } from "../../test/fixtures/booking-form.ts";
import { bookingForm } from "./booking-form-schema.ts";

const refused = (more: Record<string, string>): string[] => {
  const parsed = bookingForm.safeParse({ ...BODY, ...more });
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0])).sort();
};

test("[BOOK-7] a state that no address names is asked for before the form is sent, and with all other errors", () => {
  expect(refused({})).toEqual([]);
  expect(refused({ senderAddress: "4 Allen Avenue" })).toEqual(["senderState"]);
  expect(refused({ senderAddress: "4 Allen Avenue", senderState: "Lagos" })).toEqual([]);
  expect(refused({ senderAddress: "4 Allen Avenue", packageWeight: "heavy", receiverPhone: "1" })).toEqual([
    "packageWeight",
    "receiverPhone",
    "senderState",
  ]);
  expect(refused({ senderAddress: "" })).toEqual(["senderAddress"]);
});

test("[BOOK-18] Same Day between two cities is refused before the form is sent", () => {
  expect(refused({ deliveryType: "same_day" })).toEqual(["deliveryType"]);
  expect(refused({ deliveryType: "same_day", receiverAddress: "9 Ajose Adeogun, Lekki, Lagos" })).toEqual([]);
});
