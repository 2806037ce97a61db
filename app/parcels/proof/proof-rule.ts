/** PROOF-1: chooses the required proof of a delivery, and judges the given proof. Pure. */
import type { Company } from "../../domain/company.ts";
import type { PinState, ProofFlag, ProofKind, ProofPicture } from "../../domain/proof.ts";

export type ProofSettings = Pick<Company, "proofRule" | "pinValueKobo">;

export type ProvenBooking = {
  /** The amount due at the receiver's door, in kobo. */
  doorKobo: number;
  declaredValueKobo: number | null;
  /** True if the parcel is returning. Its sender has no PIN. */
  returning: boolean;
  /** True if the receiver or sender can learn the PIN. */
  reachable: boolean;
};

export type ProofRule = {
  /**
   * A photo or signature counts only with the recipient's name. If one of the two is impossible, the other
   * counts too (PHONE-5). The correct PIN is always enough.
   */
  needs: "pin" | "photo" | "signature";
  /**
   * True if neither receiver nor sender can learn the required PIN. A name and a photo are then enough, and
   * staff review them.
   */
  flag: "no_channel" | null;
};

/**
 * The delivery needs the PIN if money is collected, or if the goods are worth more than the company's limit.
 * Otherwise the company chooses the proof.
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
  /** The office takes no pictures. Only a required PIN can be missing there. */
  inOffice: boolean;
};

export type JudgedProof = {
  kind: ProofKind;
  flags: ProofFlag[];
  /** The exception for dispatch. Null if the delivery is proven. */
  exception: "wrong_pin" | "proof_missing" | null;
};

/** Compares the given proofs with the required proof. A wrong PIN is reviewed despite other proofs. */
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
