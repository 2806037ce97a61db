/** PROOF-1: the proof that a delivery needs, and the judgement of a given proof. Pure. */
import type { Company } from "../../domain/company.ts";
import type { PinState, ProofFlag, ProofKind, ProofPicture } from "../../domain/proof.ts";

export type ProofSettings = Pick<Company, "proofRule" | "pinValueKobo">;

export type ProvenBooking = {
  /** The amount to be paid at the receiver's door, in kobo. */
  doorKobo: number;
  declaredValueKobo: number | null;
  /** True if the parcel is returning to its sender, who has no PIN. */
  returning: boolean;
  /** True if the receiver or the sender can learn the PIN. */
  reachable: boolean;
};

export type ProofRule = {
  /**
   * The proof that is needed. A photo or a signature counts only with the recipient's name. Where one of the two is not
   * possible, the rider takes the other one, which counts as well (PHONE-5). The correct PIN is always enough.
   */
  needs: "pin" | "photo" | "signature";
  /**
   * `no_channel`: the PIN is required, but neither receiver nor sender can learn it. A name and a photo are then
   * enough, and staff review them.
   */
  flag: "no_channel" | null;
};

/**
 * The proof that a delivery needs. It is the PIN if money is collected, or if the goods are worth more than the
 * company's limit; otherwise the company chooses.
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
  /**
   * True if the delivery was entered in the office, which takes no pictures. Only a required PIN can then be missing.
   */
  inOffice: boolean;
};

export type JudgedProof = {
  kind: ProofKind;
  flags: ProofFlag[];
  /** The exception that dispatch gets; null if the delivery is proven. */
  exception: "wrong_pin" | "proof_missing" | null;
};

/** Compares the given proofs with the needed one. A wrong PIN is reviewed even if other proofs were given. */
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
