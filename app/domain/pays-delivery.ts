/** BOOK-29: who pays a delivery, and when. Pure. */
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

/** The payers in words for everybody except the sender. */
export const PAYS_DELIVERY_LABELS: Readonly<Record<PaysDelivery, string>> = {
  sender_before: "The sender, before pickup",
  sender_pickup: "The sender, at pickup",
  receiver: "The receiver, at the door",
  account: "A business, on account",
};
/** BUSINESS-5: true if a business pays by invoice. Nobody then collects the delivery's price on the way. */
export const isOnAccount = (paysDelivery: PaysDelivery): boolean => paysDelivery === "account";
/** The payers that everybody can choose. Only members of a business book on account. */
export const PAYS_BY_PARCEL = PAYS_DELIVERY.filter((payer) => !isOnAccount(payer)) as [
  Exclude<PaysDelivery, "account">,
  ...Exclude<PaysDelivery, "account">[],
];

/** Returns the payers that a correction can choose. A booking on account always stays on account. */
export const payersFor = (chosen: string | undefined): readonly PaysDelivery[] =>
  chosen === "account" ? ["account"] : PAYS_BY_PARCEL;

/** Returns the kobo that a sender still has to pay for a delivery. 0 if the receiver or an account pays, or no price. */
export const leftOfSender = (money: {
  paysDelivery: PaysDelivery;
  priceKobo: number | null;
  paidKobo: number;
}): number =>
  money.paysDelivery === "receiver" || isOnAccount(money.paysDelivery)
    ? 0
    : Math.max(0, (money.priceKobo ?? 0) - money.paidKobo);

/** The payer of every delivery while there is no hub. Pages then do not mention the payer. */
export const USUAL_PAYER: PaysDelivery = "sender_before";
