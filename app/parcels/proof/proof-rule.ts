/** PROOF-1: says which proof a delivery needs, and whether the given proof is enough. Pure. */
import type { Company } from "../../domain/company.ts";
import type { PinState, ProofFlag, ProofKind, ProofPicture } from "../../domain/proof.ts";

export type ProofSettings = Pick<Company, "proofRule" | "pinValueKobo">;

export type ProvenBooking = {
  /** The amount due at the receiver's door, in kobo. */
  doorKobo: number;
  declaredValueKobo: number | null;
  /** True if the parcel goes back to its sender, who has no PIN. */
  returning: boolean;
  /** True if the receiver or sender can learn the PIN. */
  reachable: boolean;
};

export type ProofRule = {
  /**
   * The kind of proof that is needed. The right PIN is always enough. A photo or a signature counts only with the name
   * of the person who took the parcel. If the phone cannot make a photo, a signature counts in its place, and the
   * reverse (PHONE-5).
   */
  needs: "pin" | "photo" | "signature";
  /**
   * 'no_channel' if the PIN is needed but neither the receiver nor the sender can see it. Then a name and a
   * photo are enough, and staff review the proof.
   */
  flag: "no_channel" | null;
};

/**
 * Returns the proof that a delivery needs. The PIN is needed if the company always asks for it, if money is collected,
 * or if the goods are worth more than the company's limit. Otherwise the company's setting decides between photo and
 * signature.
 */
export function proofRuleOf(booking: ProvenBooking, { proofRule, pinValueKobo }: ProofSettings): ProofRule {
  const usual = proofRule === "signature" ? "signature" : "photo";
  const isPrecious = pinValueKobo > 0 && (booking.declaredValueKobo ?? 0) > pinValueKobo;
  const byPin = !booking.returning && (proofRule === "pin" || booking.doorKobo > 0 || isPrecious);
  if (!byPin) return { needs: usual, flag: null };
  return booking.reachable ? { needs: "pin", flag: null } : { needs: "photo", flag: "no_channel" };
}

export type GivenProof = {
  pin: PinState | null;
  takenBy: string | null;
  pictures: readonly ProofPicture[];
  /** True for a delivery at the office. Such a delivery needs no pictures, but it may need the PIN. */
  inOffice: boolean;
};

export type JudgedProof = {
  kind: ProofKind;
  flags: ProofFlag[];
  /** The exception to open for dispatch. Null if the proof is enough. */
  exception: "wrong_pin" | "proof_missing" | null;
};

/** Compares the given proof with the needed proof. A wrong PIN leads to an exception even if there is other proof. */
export function judgeProof({ needs, flag }: ProofRule, given: GivenProof): JudgedProof {
  const { pin, takenBy, pictures, inOffice } = given;
  if (pin === "right") return { kind: "pin", flags: [], exception: null };
  const withPicture = takenBy !== null && pictures.length > 0;
  const flags: ProofFlag[] = [];
  if (flag) flags.push(flag);
  if (pin === "wrong") flags.push("wrong_pin");
  if (pin === "unchecked") flags.push("pin_unchecked");
  if (needs === "pin" && pin === null) flags.push("no_pin");
  const proven =
    needs === "pin" ? pin === "unchecked" && withPicture : withPicture || (inOffice && flag === null);
  if (!proven && pin !== "wrong" && !flags.includes("no_pin")) flags.push("no_proof");
  const exception = pin === "wrong" ? "wrong_pin" : proven ? null : "proof_missing";
  return { kind: kindOf(given), flags, exception };
}

function kindOf({ pin, takenBy, pictures }: GivenProof): ProofKind {
  if (pictures.includes("signature")) return "signature";
  if (pictures.length > 0) return "photo";
  if (pin) return "pin";
  return takenBy ? "name" : "none";
}
