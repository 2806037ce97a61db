import { expect, test } from "vitest";
import { firstShown, nothingToRecord, paymentsText } from "./statement-words.ts";

const NONE = { matched: 0, doubtful: 0, unknown: 0, broken: 0, repeated: 0, left_out: 0, out: 0 };

test("[BANK-3] a statement shows first what waits for a person, then what is to be recorded, then what is known", () => {
  expect(firstShown({ ...NONE, matched: 2, unknown: 1, repeated: 3 })).toBe("unknown");
  expect(firstShown({ ...NONE, matched: 2, repeated: 3 })).toBe("matched");
  expect(firstShown({ ...NONE, repeated: 2 })).toBe("repeated");
  expect(firstShown(NONE)).toBe("matched");
});

test("[BANK-3] a file of known rows says that nothing is left to record; one with open rows that none matches yet", () => {
  expect(nothingToRecord({ ...NONE, repeated: 2 })).toContain("There is nothing to record");
  expect(nothingToRecord({ ...NONE, repeated: 2, unknown: 1 })).toBe("No row matches a booking yet.");
  expect([0, 1, 2].map(paymentsText)).toEqual(["0 payments", "1 payment", "2 payments"]);
});
