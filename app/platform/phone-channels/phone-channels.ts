/** The port to providers that deliver messages to phones. Each channel has an adapter, off until it is configured. */
import type { PhoneChannel } from "../../domain/receiver-messages.ts";

/** A whole text, or the parameters of a template that the provider has approved. */
export type PhoneMessage = {
  /** The receiver's phone number in E.164. */
  to: string;
  text: string;
  template: { name: string; language: string; parameters: readonly string[] } | null;
};

/** The report on a message that the provider accepted. */
export type DeliveryReport = {
  id: string;
  state: "sent" | "delivered" | "failed";
  /** The cost; null if the provider does not state it. */
  kobo: number | null;
};

export type PhoneProvider = {
  name: string;
  /** This product's path for the provider's reports. */
  reportPath: string;
  signatureHeader: string;
  /** Hands a message over to the provider. Returns the provider's id. Throws a PhoneChannelError. */
  send(message: PhoneMessage): Promise<string>;
  /** The reports in a signed body, perhaps none. `"forged"` for a wrong signature. */
  readReports(body: Uint8Array, signature: string): DeliveryReport[] | "forged";
  /**
   * The response to the provider's check of the report URL; null for any other request. Absent if the provider makes no
   * check.
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

/** A failed call. The message has neither keys nor phone numbers. */
export class PhoneChannelError extends Error {
  readonly failure: PhoneFailure;
  constructor(failure: PhoneFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}
