/** PROOF-1: the value of `proof` in a deed without proof. Pure. */
import type { ProofGiven } from "./protocol.ts";

export const NO_PROOF_GIVEN: ProofGiven = {
  pin: null,
  noPin: false,
  name: null,
  pictures: [],
  position: null,
  landmark: null,
  calledAt: null,
};
