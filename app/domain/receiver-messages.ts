/** TELL-1: the messages to receivers, and their channels. Pure. */
import { wordsOf } from "./words-of.ts";

/** Five kinds of messages about a parcel, and the code that a receiver asks for (TELL-12). */
export const MESSAGE_KIND_NAMES = {
  booked: "Booked for you",
  out_for_delivery: "Out for delivery today",
  could_not_deliver: "Could not deliver",
  new_day: "New day",
  delivered: "Delivered",
  code: "Code for the PIN",
};
export type MessageKind = keyof typeof MESSAGE_KIND_NAMES;
export const MESSAGE_KINDS = wordsOf(MESSAGE_KIND_NAMES);
export type NewsKind = Exclude<MessageKind, "code">;
export const NEWS_KINDS = MESSAGE_KINDS.filter((kind): kind is NewsKind => kind !== "code");

export const CHANNEL_NAMES = { whatsapp: "WhatsApp", sms: "SMS", email: "Email" };
export type Channel = keyof typeof CHANNEL_NAMES;
export const CHANNELS = wordsOf(CHANNEL_NAMES);
/** The channels that cost money, reach a phone, and send delivery reports. */
export type PhoneChannel = Exclude<Channel, "email">;
export const isPhoneChannel = (channel: Channel): channel is PhoneChannel => channel !== "email";

/** 'Sent' is not 'delivered': only the provider's report says that a message was delivered. */
export const MESSAGE_STATE_NAMES = {
  queued: "Queued",
  sent: "Sent",
  delivered: "Delivered",
  failed: "Failed",
};
export type MessageState = keyof typeof MESSAGE_STATE_NAMES;
export const MESSAGE_STATES = wordsOf(MESSAGE_STATE_NAMES);

/** The reasons why a message was not sent, or did not arrive. */
export const MESSAGE_FAILURE_NAMES = {
  refused: "The provider refused it",
  wrong_number: "The number is wrong",
  away: "The provider was not reached",
  no_answer: "The provider did not answer",
  undelivered: "The provider could not deliver it",
  ceiling: "The ceiling of the month is reached",
  switched_off: "Messages are switched off",
  outdated: "No longer true",
};
export type MessageFailure = keyof typeof MESSAGE_FAILURE_NAMES;
export const MESSAGE_FAILURES = wordsOf(MESSAGE_FAILURE_NAMES);

export const MESSAGE_WORDS_NAMES = { english: "Plain English", pidgin: "Pidgin" };
export type MessageWords = keyof typeof MESSAGE_WORDS_NAMES;
export const MESSAGE_WORDS = wordsOf(MESSAGE_WORDS_NAMES);

/** A message of the same kind about the same parcel is not repeated within this time. */
export const NO_REPEAT_MS = 10 * 60_000;
