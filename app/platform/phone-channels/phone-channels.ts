/** The interface to providers that deliver messages to phones. Each channel has an adapter, off until configured. */
import type { PhoneChannel } from "../../domain/receiver-messages.ts";

/** A message: the whole text, and the parameters of a template that the provider has approved. */
export type PhoneMessage = {
  /** The receiver's phone number in E.164. */
  to: string;
  text: string;
  template: { name: string; language: string; parameters: readonly string[] } | null;
};

/** A provider's report on a message that it accepted before. */
export type DeliveryReport = {
  id: string;
  state: "sent" | "delivered" | "failed";
  /** The cost in kobo; null if the provider does not state the cost. */
  kobo: number | null;
};

export type PhoneProvider = {
  name: string;
  /** The path at which this product receives the provider's reports. */
  reportPath: string;
  signatureHeader: string;
  /** Passes the message to the provider. Returns the provider's id of the message. Throws a PhoneChannelError. */
  send(message: PhoneMessage): Promise<string>;
  /** Reads the reports in a signed body, which may contain none. Returns `"forged"` if the signature is wrong. */
  readReports(body: Uint8Array, signature: string): DeliveryReport[] | "forged";
  /**
   * Returns the response to the provider's check of the report URL; null for any other request. Not set if the provider
   * does not check the URL.
   */
  answerCheck?(params: URLSearchParams): string | null;
};

export type PhoneProviders = Readonly<Record<PhoneChannel, PhoneProvider | null>>;

/**
 * `refused`: the provider will never accept this message. `wrong_number`: the provider will accept no message to this
 * number. `away`: the provider may accept the message later. `no_answer`: it is unknown whether the provider accepted
 * the message.
 */
export type PhoneFailure = "refused" | "wrong_number" | "away" | "no_answer";

/** The error of a failed call. Its message has neither keys nor phone numbers. */
export class PhoneChannelError extends Error {
  readonly failure: PhoneFailure;
  constructor(failure: PhoneFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}
