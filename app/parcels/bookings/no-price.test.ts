import { expect, test } from "vitest";
import { noPriceText } from "./no-price.ts";

const GIVEN = { senderState: "Lagos", receiverState: "Kano", packageWeight: "2.5" };
const CHOOSE = "Choose both states and enter the weight to see the price.";
const CORRECT = "Correct what is marked to see the price.";
const said = (values: Record<string, string>, errors: Record<string, string> = {}, answered = false) =>
  noPriceText({ values, errors, answered });

test("[PRICE-6] the form asks only for what is missing of states and weight", () => {
  expect(said({})).toBe(CHOOSE);
  expect(said({ ...GIVEN, packageWeight: "" }, { senderName: "Enter it" })).toBe(
    "Enter the weight to see the price.",
  );
  expect(said({ packageWeight: "2.5" }, { receiverState: "Choose the state" })).toBe(
    "Choose both states to see the price.",
  );
  expect(said({ senderState: "Lagos", packageWeight: "2.5" })).toBe(
    "Choose the receiver's state to see the price.",
  );
  expect(said({ receiverState: "Kano" })).toBe(
    "Choose the sender's state and enter the weight to see the price.",
  );
  expect(said(GIVEN)).toBe("");
  expect(said(GIVEN, { senderName: "Enter it" }, true)).toBe("We will tell you the price.");
});

test("[PRICE-6] [BOOK-21] a document that is too heavy is to be corrected, also where only the addresses name the states", () => {
  expect(said({ ...GIVEN, packageWeight: "heavy" }, { packageWeight: "Enter a number" })).toBe(CORRECT);
  for (const packageWeight of ["500g", "2.5.1"])
    expect(said({ ...GIVEN, packageWeight }, {}, true)).toBe(CORRECT);
  for (const values of [GIVEN, { packageWeight: "2.5" }])
    expect(said(values, { packageType: "A document has at most 0.5 kg" })).toBe(CORRECT);
});
