import { expect, test } from "vitest";
import { askSender, questionText } from "./ask-sender.ts";

const ABOUT = {
  company: "Ona Delivery",
  code: "OD48210973NG",
  kind: "refused",
  receiverName: "Chidi",
  place: "Kano",
  attempts: null,
} as const;

test("[EXC-5] the question to the sender says what happened and names the three answers", () => {
  expect(questionText(ABOUT)).toBe(
    "Hello, this is Ona Delivery about your parcel OD48210973NG to Chidi in Kano. Chidi did not accept it. What shall we do: try again, keep it at our office for collection, or return it to you?",
  );
  expect(questionText({ ...ABOUT, kind: "attempts_used", attempts: 3 })).toContain(
    "We tried 3 times and could not deliver it.",
  );
  expect(questionText({ ...ABOUT, kind: "attempts_used" })).toContain("We could not deliver it.");
  expect(askSender("+2348031234567", ABOUT)).toMatch(/^https:\/\/wa\.me\/2348031234567\?text=Hello%2C/);
});
