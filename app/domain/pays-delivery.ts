/** BOOK-29: the payer of a delivery, and the time of payment. Pure. */
import { wordsOf } from "./words-of.ts";

/** The payers in the sender's words, for the booking form. */
export const PAYS_DELIVERY_NAMES = {
  sender_before: "I pay before pickup",
  sender_pickup: "I pay at pickup",
  receiver: "The receiver pays at the door",
  account: "On account",
};
export type PaysDelivery = keyof typeof PAYS_DELIVERY_NAMES;
export const PAYS_DELIVERY = wordsOf(PAYS_DELIVERY_NAMES);

/** The payers in words for everybody but the sender. */
export const PAYS_DELIVERY_LABELS: Readonly<Record<PaysDelivery, string>> = {
  sender_before: "The sender, before pickup",
  sender_pickup: "The sender, at pickup",
  receiver: "The receiver, at the door",
  account: "A business, on account",
};
/** BUSINESS-5: a business pays by invoice: nobody collects the delivery's price on the way. */
export const isOnAccount = (paysDelivery: PaysDelivery): boolean => paysDelivery === "account";
/** The payers for everybody. Only members of a business book on account. */
export const PAYS_BY_PARCEL = PAYS_DELIVERY.filter((payer) => !isOnAccount(payer)) as [
  Exclude<PaysDelivery, "account">,
  ...Exclude<PaysDelivery, "account">[],
];

/** The payers for a correction: on account stays on account. */
export const payersFor = (chosen: string | undefined): readonly PaysDelivery[] =>
  chosen === "account" ? ["account"] : PAYS_BY_PARCEL;

/** The payer of every delivery without a hub. Pages do not mention the payer then. */
export const USUAL_PAYER: PaysDelivery = "sender_before";
