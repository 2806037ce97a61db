/** BOOK-29: the payer of a delivery, and the time of payment. Pure. */
import { wordsOf } from "./words-of.ts";

/** The payers, in the words that the sender chooses from in the booking form. */
export const PAYS_DELIVERY_NAMES = {
  sender_before: "I pay before pickup",
  sender_pickup: "I pay at pickup",
  receiver: "The receiver pays at the door",
};
export type PaysDelivery = keyof typeof PAYS_DELIVERY_NAMES;
export const PAYS_DELIVERY = wordsOf(PAYS_DELIVERY_NAMES);

/** The payers, in the words for everybody but the sender. */
export const PAYS_DELIVERY_LABELS: Readonly<Record<PaysDelivery, string>> = {
  sender_before: "The sender, before pickup",
  sender_pickup: "The sender, at pickup",
  receiver: "The receiver, at the door",
};

/** The payer of every delivery if the company has no hub. Pages do not mention the payer then. */
export const USUAL_PAYER: PaysDelivery = "sender_before";
