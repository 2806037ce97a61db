import { expect, test } from "vitest";
import { BODY } from "../../../test/fixtures/booking-form.ts";
import { bookingForm, newBooking } from "./booking-form-schema.ts";

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

test("what is no text is refused, also where two fields are read together; what was parsed is taken as it is", () => {
  const sent = { ...BODY, senderAddress: 5, receiverState: {}, packageWeight: [], packageType: null };
  expect(newBooking.safeParse(sent).error?.issues.map(({ path }) => path[0])).toEqual(
    expect.arrayContaining(
      Object.keys(sent).filter((name) => typeof sent[name as keyof typeof sent] !== "string"),
    ),
  );
  const parsed = newBooking.parse({ ...BODY, declaredValue: "20,000", collect: "1500.50" });
  expect(parsed).toMatchObject({
    senderPhone: "+2348031234567",
    packageWeight: 2.5,
    declaredValue: 2_000_000,
    collect: 150_050,
    origin: { state: "Lagos", town: "Ikeja" },
    destination: { state: "Kano" },
  });
  expect(newBooking.parse(parsed)).toEqual(parsed);
});

test("[BOOK-18] Same Day between two cities is refused before the form is sent", () => {
  expect(refused({ deliveryType: "same_day" })).toEqual(["deliveryType"]);
  expect(refused({ deliveryType: "same_day", receiverAddress: "9 Ajose Adeogun, Lekki, Lagos" })).toEqual([]);
});
