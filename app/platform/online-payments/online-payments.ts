/**
 * The port to a provider of online payments. The payer enters the card only on the provider's own page, never in this
 * product.
 */

import type { OnlineDispute } from "../../domain/payment.ts";

/** The subject of a provider's message: a payment, or a refund or dispute. */
export type OnlineMessage = { about: "payment" | "returns"; reference: string };

/** A payment to make: the amount in kobo, and the URLs of this product to which the payer returns. */
type OnlineOrder = {
  reference: string;
  kobo: number;
  email: string;
  returnTo: string;
  cancelTo: string;
};

/** The provider's status of a payment with a reference. The amount is in hundredths of its currency. */
export type OnlineStatus =
  | { state: "paid"; amount: number; currency: string }
  /** The payment is not decided yet, or the payer has left the provider's page. */
  | { state: "pending" }
  | { state: "failed" }
  /** The provider does not know the reference. */
  | { state: "unknown" };

/** The provider's refunds of a payment, and its payer's dispute. */
export type OnlineReturns = {
  /** The completed refunds. An amount is in hundredths of its currency. */
  refunds: { id: string; amount: number; currency: string }[];
  dispute: OnlineDispute | null;
  /**
   * True if a refund is neither completed nor failed, or a dispute is open. The provider must then be asked again
   * later.
   */
  undecided: boolean;
};

export type OnlinePayments = {
  /** The provider's name, as people know it. */
  name: string;
  /** True in the provider's test mode, in which no money moves. */
  test: boolean;
  /** The only origin to which this product sends payers. */
  checkoutOrigin: string;
  /** The path of this product that receives the provider's messages. */
  messagePath: string;
  /** The header with the signature of the provider's messages. */
  signatureHeader: string;
  /**
   * Announces a payment to the provider. Returns the URL of the page on which the payer pays. Throws an
   * OnlinePaymentsError.
   */
  start(order: OnlineOrder): Promise<string>;
  /**
   * Asks the provider for the status of one of our references. Throws an OnlinePaymentsError if the response is not
   * clear.
   */
  ask(reference: string): Promise<OnlineStatus>;
  /**
   * Asks the provider for refunds and disputes of a paid reference. Throws an OnlinePaymentsError if the response is
   * not clear.
   */
  askReturns(reference: string): Promise<OnlineReturns>;
  /**
   * The subject and the reference of a signed message; null for messages that need no action. `"forged"` if the
   * signature is wrong.
   */
  readMessage(body: Uint8Array, signature: string): OnlineMessage | null | "forged";
};

/** The provider did not respond, or not as expected. The error's text contains no key and no data of a person. */
export class OnlinePaymentsError extends Error {}
