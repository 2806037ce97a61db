/** BOOK-31: words that differ between pickup and drop-off, so that no text about a drop-off mentions a pickup. Pure. */
import type { DeliveryType } from "./booking.ts";
import { PAYS_DELIVERY_LABELS, PAYS_DELIVERY_NAMES, type PaysDelivery } from "./pays-delivery.ts";

type Words = {
  /** The labels of the sender's address and state. */
  address: string;
  state: string;
  /** The payers in the sender's words, such as 'I pay at the hub'. */
  payerNames: Readonly<Record<PaysDelivery, string>>;
  /** The payers for everybody else, such as 'The sender, at the hub'. */
  payerLabels: Readonly<Record<PaysDelivery, string>>;
  /** BOOK-22: the promised time of each service, as a part of a sentence. */
  promises: Readonly<Record<DeliveryType, string>>;
  /** The track page's name for the step in which the company gets the parcel. */
  step: string;
};

const PICKED_UP: Words = {
  address: "Pickup address",
  state: "Pickup state",
  payerNames: PAYS_DELIVERY_NAMES,
  payerLabels: PAYS_DELIVERY_LABELS,
  promises: {
    standard: "2-3 days after pickup",
    express: "the day after we pick it up",
    same_day: "on the day we pick it up",
  },
  step: "Pickup",
};

const BROUGHT: Words = {
  address: "Sender's address",
  state: "Sender's state",
  payerNames: {
    ...PAYS_DELIVERY_NAMES,
    sender_before: "I pay before I bring it",
    sender_pickup: "I pay at the hub",
  },
  payerLabels: {
    ...PAYS_DELIVERY_LABELS,
    sender_before: "The sender, before bringing it",
    sender_pickup: "The sender, at the hub",
  },
  promises: {
    standard: "2-3 days after we have it",
    express: "the day after we have it",
    same_day: "on the day we have it",
  },
  step: "Drop-off",
};

/** Returns the words for a drop-off if `isBrought` is true, otherwise the words for a pickup. */
export const firstMile = (isBrought: boolean): Words => (isBrought ? BROUGHT : PICKED_UP);
