/** The port to providers that deliver messages to phones: one adapter for each channel, off until it is configured. */
import type { PhoneChannel } from "../../domain/receiver-messages.ts";

/** The content to send: a whole text, or the parameters of a template that the provider has approved. */
export type PhoneMessage = {
  /** In E.164. */
  to: string;
  text: string;
  template: { name: string; language: string; parameters: readonly string[] } | null;
};

/** A provider's report on a message that it accepted. */
export type DeliveryReport = {
  /** The provider's id of the message. */
  id: string;
  state: "sent" | "delivered" | "failed";
  /** The cost, if the provider states it. */
  kobo: number | null;
};

export type PhoneProvider = {
  /** The provider's name as people know it. */
  name: string;
  /** The path of this product that receives its reports. */
  reportPath: string;
  /** The header with the signature of its reports. */
  signatureHeader: string;
  /** Hands a message over; returns the provider's id. Throws a PhoneChannelError. */
  send(message: PhoneMessage): Promise<string>;
  /** The reports in a signed body; an empty list if it is about something else. `"forged"` if the signature is wrong. */
  readReports(body: Uint8Array, signature: string): DeliveryReport[] | "forged";
  /** The answer to the provider's check of the address; null if it is not the provider's. Absent if there is no check. */
  answerCheck?(params: URLSearchParams): string | null;
};

export type PhoneProviders = Readonly<Record<PhoneChannel, PhoneProvider | null>>;

/**
 * `refused`: it will not accept this message. `wrong_number`: it will accept no message to this number. `away`: it did not
 * accept it, and may later. `no_answer`: it is unknown if it accepted it.
 */
export type PhoneFailure = "refused" | "wrong_number" | "away" | "no_answer";

/** The error's message names neither keys nor numbers. */
export class PhoneChannelError extends Error {
  readonly failure: PhoneFailure;
  constructor(failure: PhoneFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}
