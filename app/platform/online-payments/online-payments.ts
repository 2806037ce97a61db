/** The port to a provider of online payments. The payer's card is shown to the provider's own page, never to this product. */

import type { OnlineDispute } from "../../domain/payment.ts";

/** What a message of the provider is about: a payment, or what was paid back or is disputed. */
export type OnlineMessage = { about: "payment" | "returns"; reference: string };

/** What is to be paid: money in kobo, and addresses of this product for the payer's way back. */
export type OnlineOrder = {
  reference: string;
  kobo: number;
  email: string;
  returnTo: string;
  cancelTo: string;
};

/** What the provider says about a reference; an amount is in hundredths of its currency. */
export type OnlineStatus =
  | { state: "paid"; amount: number; currency: string }
  /** Not decided yet, or the payer has left. */
  | { state: "pending" }
  | { state: "failed" }
  /** The provider does not know the reference. */
  | { state: "unknown" };

/** What the provider paid back of a payment, and whether its payer disputes it. */
export type OnlineReturns = {
  /** Done ones; an amount is in hundredths of its currency. */
  refunds: { id: string; amount: number; currency: string }[];
  dispute: OnlineDispute | null;
  /** A refund is neither done nor failed, or a dispute is open: the answer will change. */
  undecided: boolean;
};

export type OnlinePayments = {
  /** As people know it. */
  name: string;
  /** Whether it is the provider's test mode, in which no money moves. */
  test: boolean;
  /** The one origin to which payers are sent. */
  checkoutOrigin: string;
  /** The path of this product that takes its messages. */
  messagePath: string;
  /** The header in which it signs its messages. */
  signatureHeader: string;
  /** Announces a payment; returns the address of the page where it is made. Throws an OnlinePaymentsError. */
  start(order: OnlineOrder): Promise<string>;
  /** Asks about a reference of ours. Throws an OnlinePaymentsError where there is no clear answer. */
  ask(reference: string): Promise<OnlineStatus>;
  /** Asks what became of a paid reference of ours since. Throws an OnlinePaymentsError where there is no clear answer. */
  askReturns(reference: string): Promise<OnlineReturns>;
  /** The reference that a signed message is about, and whether it says paid or paid back; null for other messages. `"forged"` where the signature is wrong. */
  readMessage(body: Uint8Array, signature: string): OnlineMessage | null | "forged";
};

/** The provider did not answer, or not as it should. The message names no key and no person. */
export class OnlinePaymentsError extends Error {}
