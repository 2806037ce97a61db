/**
 * The port to providers that deliver messages to phones. Each channel has one adapter, which is off until it is
 * configured.
 */
import type { PhoneChannel } from "../../domain/receiver-messages.ts";

/** The content to send: a whole text, or the parameters of a template that the provider has approved. */
export type PhoneMessage = {
  /** The receiver's phone number in E.164. */
  to: string;
  text: string;
  template: { name: string; language: string; parameters: readonly string[] } | null;
};

/** A provider's report on a message that it accepted. */
export type DeliveryReport = {
  /** The provider's id of the message. */
  id: string;
  state: "sent" | "delivered" | "failed";
  /** The cost of the message; null if the provider does not state it. */
  kobo: number | null;
};

export type PhoneProvider = {
  /** The provider's name as people know it. */
  name: string;
  /** The path of this product that receives the provider's reports. */
  reportPath: string;
  /** The header with the signature of the provider's reports. */
  signatureHeader: string;
  /** Hands a message over to the provider. Returns the provider's id of the message. Throws a PhoneChannelError. */
  send(message: PhoneMessage): Promise<string>;
  /**
   * The reports in a signed body; an empty list if the body contains no reports. `"forged"` if the signature is wrong.
   */
  readReports(body: Uint8Array, signature: string): DeliveryReport[] | "forged";
  /**
   * The response to the provider's check that the URL for reports is ours; null if the check is not the provider's.
   * Absent if the provider makes no such check.
   */
  answerCheck?(params: URLSearchParams): string | null;
};

export type PhoneProviders = Readonly<Record<PhoneChannel, PhoneProvider | null>>;

/**
 * The failure of a call. `refused`: the provider will never accept this message. `wrong_number`: the provider will
 * accept no message to this number. `away`: the provider did not accept the message, but may accept it later.
 * `no_answer`: it is unknown if the provider accepted the message.
 */
export type PhoneFailure = "refused" | "wrong_number" | "away" | "no_answer";

/** The error of a call to a provider. Its message contains neither keys nor phone numbers. */
export class PhoneChannelError extends Error {
  readonly failure: PhoneFailure;
  constructor(failure: PhoneFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}
