/** PROOF-1: the kinds of proof of a delivery, and the proof that the company requires. Pure. */
import { wordsOf } from "./words-of.ts";

/** `name`: only the recipient's name; `none`: not even a name; `attempt`: proof of an attempt without a hand-over. */
const PROOF_KIND_NAMES = {
  pin: "PIN",
  photo: "Photo",
  signature: "Signature",
  name: "Name",
  none: "No proof",
  attempt: "Attempt",
};
export type ProofKind = keyof typeof PROOF_KIND_NAMES;
export const PROOF_KINDS = wordsOf(PROOF_KIND_NAMES);

/** The result of checking a PIN. `unchecked`: there was no PIN to compare, or too many wrong PINs came before. */
const PIN_STATE_NAMES = { right: "Right", unchecked: "Not checked", wrong: "Wrong" };
export type PinState = keyof typeof PIN_STATE_NAMES;
export const PIN_STATES = wordsOf(PIN_STATE_NAMES);

/** The reasons why staff review a proof. */
export const PROOF_FLAG_NAMES = {
  no_channel: "Nobody could be given the PIN",
  no_pin: "The PIN was not given",
  wrong_pin: "The PIN was wrong",
  pin_unchecked: "The PIN could not be checked",
  no_proof: "The proof that was asked for is missing",
  late: "Told late",
  time_bounded: "The phone's clock was wrong",
  revoked: "From a phone that was revoked",
};
export type ProofFlag = keyof typeof PROOF_FLAG_NAMES;
export const PROOF_FLAGS = wordsOf(PROOF_FLAG_NAMES);

/** A photo shows the parcel with its recipient or the gate. A signature is drawn on the screen. */
export const PROOF_PICTURE_NAMES = { photo: "Photo", signature: "Signature" };
export type ProofPicture = keyof typeof PROOF_PICTURE_NAMES;
export const PROOF_PICTURES = wordsOf(PROOF_PICTURE_NAMES);
/** The largest number of pictures for one deed. */
export const MAX_PROOF_PICTURES = 3;

/** COMPANY-7: the proofs among which a company chooses, for goods that do not need the PIN. */
export const PROOF_RULE_NAMES = {
  photo: "Name and photo",
  signature: "Name and signature",
  pin: "PIN",
};
export type ProofSetting = keyof typeof PROOF_RULE_NAMES;
export const PROOF_SETTINGS = wordsOf(PROOF_RULE_NAMES);

/** After this many wrong PINs, the PIN of the receiver no longer counts, until a new PIN is drawn. */
export const PIN_TRIES = 5;
/** The longest name of the recipient, and the longest reason for a missing proof, in characters. */
export const MAX_TAKER_NAME = 80;
export const MAX_PROOF_NOTE = 200;
