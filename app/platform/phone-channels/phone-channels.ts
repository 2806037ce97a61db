/** The port to providers that bring messages to phones: one adapter for each channel, off until it is configured. */
import type { PhoneChannel } from "../../domain/receiver-messages.ts";

/** What is sent: a whole text, or the parameters of a template that the provider has approved. */
export type PhoneMessage = {
  /** In E.164. */
  to: string;
  text: string;
  template: { name: string; language: string; parameters: readonly string[] } | null;
};

/** What a provider says of a message that it took. */
export type DeliveryReport = {
  /** The provider's id of the message. */
  id: string;
  state: "sent" | "delivered" | "failed";
  /** What it cost, where it says so. */
  kobo: number | null;
};

export type PhoneProvider = {
  /** As people know it. */
  name: string;
  /** The path of this product that takes its reports. */
  reportPath: string;
  /** The header in which it signs them. */
  signatureHeader: string;
  /** Hands a message over; returns the provider's id. Throws a PhoneChannelError. */
  send(message: PhoneMessage): Promise<string>;
  /** The reports in a signed body; none where it is about something else. `"forged"` where the signature is wrong. */
  readReports(body: Uint8Array, signature: string): DeliveryReport[] | "forged";
  /** What to answer to the provider's check of the address; null where it is not the provider's. Absent where there is no check. */
  answerCheck?(params: URLSearchParams): string | null;
};

export type PhoneProviders = Readonly<Record<PhoneChannel, PhoneProvider | null>>;

/**
 * `refused`: it will not take this message. `wrong_number`: nor any other to this number. `away`: it took nothing, and may later.
 * `no_answer`: nobody knows whether it took it.
 */
export type PhoneFailure = "refused" | "wrong_number" | "away" | "no_answer";

/** The message names neither keys nor numbers. */
export class PhoneChannelError extends Error {
  readonly failure: PhoneFailure;
  constructor(failure: PhoneFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}
