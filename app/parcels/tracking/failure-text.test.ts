import { expect, test } from "vitest";
import { formatNearDate } from "../../domain/dates.ts";
import { textIn } from "../../languages/translation.ts";
import { failureText } from "./parcel-result.tsx";

test("[CHOICE-2] the next step after an attempt is the day that the receiver chose, unless the sender is asked", () => {
  const text = { t: textIn(null), nearDate: formatNearDate };
  const on = new Date("2026-12-02T00:00:00+01:00");
  expect(failureText("nobody_home", text)).toContain("on the next working day.");
  expect(failureText("nobody_home", text, { on })).toBe(
    "Nobody was home to receive the parcel. We will try again on Wed 2 Dec.",
  );
  expect(failureText("could_not_pay", text, { why: "", on })).toBe("We will try again on Wed 2 Dec.");
  expect(failureText("refused", text, { on })).toContain("We ask the sender what to do next.");
  expect(failureText("refused", text, { on, toSender: true })).toContain("We ask you what to do next.");
});
