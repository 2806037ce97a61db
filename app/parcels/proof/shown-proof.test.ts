import { expect, test } from "vitest";
import { heardLater, howText, positionText, type ShownProof } from "./shown-proof.ts";

const at = new Date("2026-11-21T10:00:00Z");
const proof: ShownProof = {
  ...{
    id: 1,
    pieces: [1],
    kind: "name",
    pinState: null,
    takenBy: "Ada",
    position: null,
    calledAt: null,
    flags: [],
  },
  ...{ note: null, occurredAt: at, receivedAt: at, byName: "Musa", forgotten: false, returned: false },
  ...{ pictures: [], waiting: 0 },
};
const photo = [{ id: "1", kind: "photo" as const, there: true }];

test.each([
  [{}, "Name"],
  [{ takenBy: null }, "Nothing was given"],
  [{ pinState: "right" }, "The PIN was right"],
  [{ pinState: "right", pictures: photo }, "The PIN was right, with a photo"],
  [{ pinState: "unchecked", pictures: photo }, "A PIN that could not be checked, with a photo"],
  [{ pictures: photo }, "Name and photo"],
  [{ takenBy: null, pictures: photo }, "Photo"],
  [{ kind: "signature", waiting: 1 }, "Name and signature"],
] as const)("[PROOF-6] %j is '%s'", (more, text) =>
  expect(howText({ ...proof, ...(more as Partial<ShownProof>) })).toBe(text),
);

test("[PROOF-6] a position has five decimals, and a deed that we hear of at once is not late", () => {
  expect(positionText({ latitude: 6.6, longitude: 3.350014, accuracy: 11.2 })).toBe(
    "6.60000, 3.35001, within 12 m",
  );
  expect(heardLater(proof)).toBeNull();
  const later = new Date(at.getTime() + 3_600_000);
  expect(heardLater({ ...proof, receivedAt: later })).toBe(later);
});
