/** CUSTODY-1: the possible holders of a piece. Pure. */
import { wordsOf } from "./words-of.ts";

/** The names of holders on a booking's page ('Held by the sender'). `lost`: nobody knows where the piece is. */
export const HOLDER_NAMES = {
  sender: "the sender",
  hub: "a hub",
  rider: "a rider",
  partner: "a transport partner",
  receiver: "the receiver",
  lost: "nobody we know",
};
export type HolderKind = keyof typeof HOLDER_NAMES;
export const HOLDER_KINDS = wordsOf(HOLDER_NAMES);
