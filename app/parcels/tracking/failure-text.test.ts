import { expect, test } from "vitest";
import { formatNearDate } from "../../domain/dates.ts";
import { textIn } from "../../languages/translation.ts";
import { failureText } from "./parcel-result.tsx";
import { failureWords } from "./parcel-words.ts";

test("[CHOICE-2] the next step after an attempt is the day that the receiver chose, unless the sender is asked", () => {
  const text = { t: textIn(null), nearDate: formatNearDate };
  const on = new Date("2026-12-02T00:00:00+01:00");
  const said = (reason: Parameters<typeof failureWords>[0], day: Date | null, toSender = false) =>
    failureText(failureWords(reason, { on: day, toSender }), text);
  expect(said("nobody_home", null)).toContain("on the next working day.");
  expect(said("nobody_home", on)).toBe(
    "Nobody was home to receive the parcel. We will try again on Wed 2 Dec.",
  );
  expect(failureText(failureWords("could_not_pay", { on, toSender: false }), text, "")).toBe(
    "We will try again on Wed 2 Dec.",
  );
  expect(said("refused", on)).toContain("We ask the sender what to do next.");
  expect(said("refused", on, true)).toContain("We ask you what to do next.");
});
