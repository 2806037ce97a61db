/** The interface to a provider of online payments. The payer enters the card only on the provider's own page. */

import type { OnlineDispute } from "../../domain/payment.ts";

/** The subject of a message from the provider: a payment, or the refund or dispute of a payment. */
export type OnlineMessage = { about: "payment" | "returns"; reference: string };

/** A payment to announce: the amount in kobo, and this product's URLs to which the payer returns. */
type OnlineOrder = {
  reference: string;
  kobo: number;
  email: string;
  returnTo: string;
  cancelTo: string;
};

/** The status of a payment. The amount is in hundredths of its currency. */
export type OnlineStatus =
  | { state: "paid"; amount: number; currency: string }
  /** The payment is not decided yet. The payer may also have left the provider's page without paying. */
  | { state: "pending" }
  | { state: "failed" }
  | { state: "unknown" };

/** The refunds and the dispute of a payment. */
export type OnlineReturns = {
  /** The completed refunds. An amount is in hundredths of its currency. */
  refunds: { id: string; amount: number; currency: string }[];
  dispute: OnlineDispute | null;
  /** True if a refund is not completed or a dispute is not decided. The provider must then be asked again. */
  undecided: boolean;
};

export type OnlinePayments = {
  name: string;
  /** True in the provider's test mode, in which no money moves. */
  test: boolean;
  /** The origin of the provider's pages. This product sends payers to no other origin. */
  checkoutOrigin: string;
  /** The path at which this product receives the provider's messages. */
  messagePath: string;
  /** The name of the header that has the signature of a provider's message. */
  signatureHeader: string;
  /** Announces a payment. Returns the URL of the payment page. Throws an OnlinePaymentsError. */
  start(order: OnlineOrder): Promise<string>;
  /** Returns the status of one of our references. Throws an OnlinePaymentsError if the response is not clear. */
  ask(reference: string): Promise<OnlineStatus>;
  /**
   * Returns the refunds and the dispute of a paid payment. Throws an OnlinePaymentsError if the response is not clear.
   */
  askReturns(reference: string): Promise<OnlineReturns>;
  /** Reads a signed message. Null if the message needs no action; `"forged"` if its signature is wrong. */
  readMessage(body: Uint8Array, signature: string): OnlineMessage | null | "forged";
};

/** The error if the provider did not respond as expected. Its message contains no key and no personal data. */
export class OnlinePaymentsError extends Error {}
