import { expect, test } from "vitest";
import { lessOf, lessQuestion, lessUntil, silentBefore } from "./less-agreed.ts";

test("[CASH-15] the sender may answer until the end of the next Lagos day, and not a moment longer", () => {
  // The first time is 00:30 in Lagos, when UTC still has the day before.
  for (const asked of ["2026-11-25T23:30:00Z", "2026-11-26T12:00:00Z", "2026-11-26T22:59:59.999Z"]) {
    const at = new Date(asked);
    expect(lessUntil(at)).toEqual(new Date("2026-11-27T22:59:59.999Z"));
    expect(at < silentBefore(lessUntil(at))).toBe(false);
    expect(at < silentBefore(new Date(lessUntil(at).getTime() + 1))).toBe(true);
  }
});

test("[CASH-15] the question names both amounts, and details without them ask nothing", () => {
  const less = { takenKobo: 1_800_000, ofKobo: 2_000_000, deliveryKobo: 0 };
  expect(lessQuestion(less)).toBe("You agreed to ₦18,000 of ₦20,000. Is that right?");
  expect(lessOf(less)).toEqual(less);
  for (const details of [null, {}, { ...less, ofKobo: "2000000" }]) expect(lessOf(details)).toBeNull();
});
