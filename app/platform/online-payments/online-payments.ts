/**
 * The port to a provider of online payments. The payer enters the card only on the provider's own page, never in this
 * product.
 */

import type { OnlineDispute } from "../../domain/payment.ts";

/** The subject of a provider's message: a payment, or a refund or dispute. */
export type OnlineMessage = { about: "payment" | "returns"; reference: string };

/** The payment to make: money in kobo, and addresses of this product for the payer's return. */
export type OnlineOrder = {
  reference: string;
  kobo: number;
  email: string;
  returnTo: string;
  cancelTo: string;
};

/** The provider's status of a reference; an amount is in hundredths of its currency. */
export type OnlineStatus =
  | { state: "paid"; amount: number; currency: string }
  /** Not decided yet, or the payer has left. */
  | { state: "pending" }
  | { state: "failed" }
  /** The provider does not know the reference. */
  | { state: "unknown" };

/** The provider's refunds of a payment, and its payer's dispute. */
export type OnlineReturns = {
  /** Completed ones; an amount is in hundredths of its currency. */
  refunds: { id: string; amount: number; currency: string }[];
  dispute: OnlineDispute | null;
  /** A refund is neither completed nor failed, or a dispute is open, so the response will change. */
  undecided: boolean;
};

export type OnlinePayments = {
  /** The name that people know. */
  name: string;
  /** True in the provider's test mode, in which no money moves. */
  test: boolean;
  /** The one origin to which payers are sent. */
  checkoutOrigin: string;
  /** The path of this product that takes its messages. */
  messagePath: string;
  /** The header in which it signs its messages. */
  signatureHeader: string;
  /** Announces a payment; returns the address of the page on which it is made. Throws an OnlinePaymentsError. */
  start(order: OnlineOrder): Promise<string>;
  /** Asks about one of our references. Throws an OnlinePaymentsError if the response is not clear. */
  ask(reference: string): Promise<OnlineStatus>;
  /** Asks for changes of a paid reference since its payment. Throws an OnlinePaymentsError if the response is not clear. */
  askReturns(reference: string): Promise<OnlineReturns>;
  /**
   * The reference of a signed message, and whether it reports a payment or a refund; null for other messages. `"forged"` if
   * the signature is wrong.
   */
  readMessage(body: Uint8Array, signature: string): OnlineMessage | null | "forged";
};

/** The provider did not respond, or not as expected. The message names no key and no person. */
export class OnlinePaymentsError extends Error {}
