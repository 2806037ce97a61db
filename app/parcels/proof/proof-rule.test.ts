import { describe, expect, test } from "vitest";
import { judgeProof, proofRuleOf, type ProvenBooking } from "./proof-rule.ts";

const LIMIT = 10_000_000;
const settings = { proofRule: "photo", pinValueKobo: LIMIT } as const;
const plain: ProvenBooking = { doorKobo: 0, declaredValueKobo: null, returning: false, reachable: true };

describe("[PROOF-1] the proof that a delivery needs", () => {
  test.each([
    [plain, settings, { needs: "photo", flag: null }],
    [plain, { ...settings, proofRule: "signature" }, { needs: "signature", flag: null }],
    [plain, { ...settings, proofRule: "pin" }, { needs: "pin", flag: null }],
    [
      { ...plain, doorKobo: 1 },
      { ...settings, proofRule: "signature" },
      { needs: "pin", flag: null },
    ],
    [{ ...plain, declaredValueKobo: LIMIT }, settings, { needs: "photo", flag: null }],
    [{ ...plain, declaredValueKobo: LIMIT + 1 }, settings, { needs: "pin", flag: null }],
    [
      { ...plain, declaredValueKobo: LIMIT + 1 },
      { ...settings, pinValueKobo: 0 },
      { needs: "photo", flag: null },
    ],
    [{ ...plain, doorKobo: 1, reachable: false }, settings, { needs: "photo", flag: "no_channel" }],
    [
      { ...plain, doorKobo: 1, returning: true },
      { ...settings, proofRule: "pin" },
      { needs: "photo", flag: null },
    ],
  ] as const)("%# is as the amount, the value and the setting say", (booking, company, rule) =>
    expect(proofRuleOf(booking, company)).toEqual(rule),
  );
});

const nothing = { pin: null, takenBy: null, pictures: [], inOffice: false } as const;
const named = { ...nothing, takenBy: "Musa" };
const needs = (proof: "pin" | "photo" | "signature") => ({ needs: proof, flag: null }) as const;

test.each([
  ["a signature for a photo", needs("photo"), { ...named, pictures: ["signature"] }, [], null],
  ["a photo for a signature", needs("signature"), { ...named, pictures: ["photo"] }, [], null],
  ["no name", needs("photo"), { ...nothing, pictures: ["signature"] }, ["no_proof"], "proof_missing"],
  ["a signature for a PIN", needs("pin"), { ...named, pictures: ["signature"] }, ["no_pin"], "proof_missing"],
  [
    "a signature beside a PIN that cannot be checked",
    needs("pin"),
    { ...named, pin: "unchecked", pictures: ["signature"] },
    ["pin_unchecked"],
    null,
  ],
] as const)(
  "[PROOF-1] [PHONE-5] where one of photo and signature is not possible, the other one does with the name: %s",
  (_, rule, given, flags, exception) =>
    expect(judgeProof(rule, { ...given, pictures: [...given.pictures] })).toEqual({
      ...{ kind: given.pictures[0], flags, exception },
    }),
);

describe("[PROOF-1] the proof that was given", () => {
  test.each([
    ["the right PIN does everywhere", needs("photo"), { ...nothing, pin: "right" }, "pin", [], null],
    ["name and photo", needs("photo"), { ...named, pictures: ["photo"] }, "photo", [], null],
    [
      "a photo without a name",
      needs("photo"),
      { ...nothing, pictures: ["photo"] },
      "photo",
      ["no_proof"],
      "proof_missing",
    ],
    ["name and signature", needs("signature"), { ...named, pictures: ["signature"] }, "signature", [], null],
    ["a name alone", needs("photo"), named, "name", ["no_proof"], "proof_missing"],
    ["a name alone in the office", needs("photo"), { ...named, inOffice: true }, "name", [], null],
    ["no PIN in the office", needs("pin"), { ...named, inOffice: true }, "name", ["no_pin"], "proof_missing"],
    [
      "no PIN with a photo",
      needs("pin"),
      { ...named, pictures: ["photo"] },
      "photo",
      ["no_pin"],
      "proof_missing",
    ],
    ["nothing", needs("pin"), nothing, "none", ["no_pin"], "proof_missing"],
    [
      "a wrong PIN with a photo",
      needs("photo"),
      { ...named, pin: "wrong", pictures: ["photo"] },
      "photo",
      ["wrong_pin"],
      "wrong_pin",
    ],
    [
      "a PIN that cannot be checked, with a photo",
      needs("pin"),
      { ...named, pin: "unchecked", pictures: ["photo"] },
      "photo",
      ["pin_unchecked"],
      null,
    ],
    [
      "a PIN that cannot be checked, alone",
      needs("pin"),
      { ...nothing, pin: "unchecked" },
      "pin",
      ["pin_unchecked", "no_proof"],
      "proof_missing",
    ],
    [
      "nobody could be given it",
      { needs: "photo", flag: "no_channel" } as const,
      { ...named, pictures: ["photo"] },
      "photo",
      ["no_channel"],
      null,
    ],
  ] as const)("%s", (_, rule, given, kind, flags, exception) =>
    expect(judgeProof(rule, { ...given, pictures: [...given.pictures] })).toEqual({ kind, flags, exception }),
  );
});
