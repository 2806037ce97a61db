/** The port to a provider of online payments. The payer enters the card only on the provider's own page. */

import type { OnlineDispute } from "../../domain/payment.ts";

/** A message is about a payment, or about a refund or dispute. */
export type OnlineMessage = { about: "payment" | "returns"; reference: string };

/** The amount in kobo, and this product's URLs for the payer's return. */
type OnlineOrder = {
  reference: string;
  kobo: number;
  email: string;
  returnTo: string;
  cancelTo: string;
};

/** The amount is in hundredths of its currency. */
export type OnlineStatus =
  | { state: "paid"; amount: number; currency: string }
  /** The payment is undecided, or the payer has left the provider's page. */
  | { state: "pending" }
  | { state: "failed" }
  | { state: "unknown" };

/** A payment's refunds and dispute. */
export type OnlineReturns = {
  /** Completed refunds. An amount is in hundredths of its currency. */
  refunds: { id: string; amount: number; currency: string }[];
  dispute: OnlineDispute | null;
  /** True if a refund is still running or a dispute is open. The provider must then be asked again. */
  undecided: boolean;
};

export type OnlinePayments = {
  name: string;
  /** In test mode no money moves. */
  test: boolean;
  /** The only origin to which this product sends payers. */
  checkoutOrigin: string;
  /** This product's path for the provider's messages. */
  messagePath: string;
  /** The header with the signature of the provider's messages. */
  signatureHeader: string;
  /** Announces a payment. Returns the URL of the payment page. Throws an OnlinePaymentsError. */
  start(order: OnlineOrder): Promise<string>;
  /** The status of one of our references. Throws an OnlinePaymentsError if the response is not clear. */
  ask(reference: string): Promise<OnlineStatus>;
  /** Refunds and disputes of a paid reference. Throws an OnlinePaymentsError if the response is not clear. */
  askReturns(reference: string): Promise<OnlineReturns>;
  /** A signed message's subject and reference. Null if no action is needed, `"forged"` for a wrong signature. */
  readMessage(body: Uint8Array, signature: string): OnlineMessage | null | "forged";
};

/** The provider did not respond as expected. The error's text has no key and no data of a person. */
export class OnlinePaymentsError extends Error {}
