/** BOOK-29: who pays the delivery, and when. Pure. */
import { wordsOf } from "./words-of.ts";

/** As the sender says it in the booking form. */
export const PAYS_DELIVERY_NAMES = {
  sender_before: "I pay before pickup",
  sender_pickup: "I pay at pickup",
  receiver: "The receiver pays at the door",
};
export type PaysDelivery = keyof typeof PAYS_DELIVERY_NAMES;
export const PAYS_DELIVERY = wordsOf(PAYS_DELIVERY_NAMES);

/** As everybody else reads it. */
export const PAYS_DELIVERY_LABELS: Readonly<Record<PaysDelivery, string>> = {
  sender_before: "The sender, before pickup",
  sender_pickup: "The sender, at pickup",
  receiver: "The receiver, at the door",
};

/** The way in which every delivery is paid where the company has no hub. It is said nowhere. */
export const USUAL_PAYER: PaysDelivery = "sender_before";
