/** The deeds in the log of the phone. Pure. */
import type { DeedFlag } from "../../../domain/deeds.ts";
import type { AtDoor, Deed, DeedAnswer, Did } from "../../deeds/protocol.ts";

/**
 * A deed in the phone's log. `answer`: null before the server's answer. `hadPin`: true if the deed had a PIN,
 * which the phone deleted because the server has the deed.
 */
export type KeptDeed = {
  deed: Deed;
  answer: DeedAnswer["answer"] | null;
  why: DeedFlag[];
  hadPin?: boolean;
};

export const isSent = ({ answer }: KeptDeed): boolean =>
  answer === "taken" || answer === "seen" || answer === "flagged";

/** Returns what a deed did at the stop; for a correction, the new action. Null for any other deed. */
export function atDoor({ did }: Deed): AtDoor | null {
  if (did.kind === "corrected") return did.to;
  return did.kind === "delivered" || did.kind === "attempted" || did.kind === "picked_up" ? did : null;
}
/** Returns the id of the deed that this deed undoes or corrects. Null for any other deed. */
export const takesBack = ({ did }: Deed): string | null =>
  did.kind === "undo" || did.kind === "corrected" ? did.of : null;

/** True if the receiver's PIN was typed for this deed. */
export function gavePin({ deed, hadPin = false }: KeptDeed): boolean {
  const done = atDoor(deed);
  return hadPin || (done?.kind === "delivered" && done.proof.pin !== null);
}

/** Returns the deeds that are not undone or corrected, in order of their numbers. */
export function validDeeds(kept: readonly KeptDeed[]): Deed[] {
  const deeds = kept.map(({ deed }) => deed).toSorted((a, b) => a.seq - b.seq);
  const gone = new Set(deeds.map(takesBack));
  return deeds.filter(({ id, did }) => did.kind !== "undo" && !gone.has(id));
}

/** PROOF-2: returns the deed without the PIN, which the phone deletes as soon as the server has the deed. */
export function withoutPin(deed: Deed): Deed {
  const { did } = deed;
  const proofless = <Done extends Did>(done: Done) =>
    "proof" in done ? { ...done, proof: { ...done.proof, pin: null } } : done;
  return { ...deed, did: did.kind === "corrected" ? { ...did, to: proofless(did.to) } : proofless(did) };
}
