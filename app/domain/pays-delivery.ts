/** Who pays the delivery. Pure. */
import { wordsOf } from "./words-of.ts";

export const PAYS_DELIVERY_NAMES = {
  sender_before: "I pay before pickup",
  sender_pickup: "I pay at pickup",
  receiver: "The receiver pays at the door",
};
export type PaysDelivery = keyof typeof PAYS_DELIVERY_NAMES;
export const PAYS_DELIVERY = wordsOf(PAYS_DELIVERY_NAMES);
