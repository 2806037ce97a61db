/** TELL-9: the settings for messages to receivers. They are stored with the company's other facts. */
import type { Channel, MessageKind, MessageWords } from "./receiver-messages.ts";

export type MessageSettings = {
  /** The channels, in the order of the attempts. A missing channel is off. */
  messageOrder: readonly Channel[];
  /** The most that a month's messages may cost, in kobo; 0 means no limit. */
  messageCeilingKobo: number;
  /** The expected cost of a message, in kobo. */
  messageSmsKobo: number;
  messageWhatsappKobo: number;
  /**
   * The settings are times such as '20:00'. The quiet hours are from `messageQuietFrom` to `messageQuietTo`.
   * News of a parcel for today may go out from `messageTodayFrom` on.
   */
  messageQuietFrom: string;
  messageQuietTo: string;
  messageTodayFrom: string;
  /** The minutes of waiting for a delivery report, before the next channel. */
  messageWaitMinutes: number;
  messageWords: MessageWords;
  /** WhatsApp's approved templates, and their language. A kind without a template is not sent by WhatsApp. */
  messageTemplates: Readonly<Partial<Record<MessageKind, string>>>;
  messageLanguage: string;
  /** TELL-12: above this amount to collect (kobo), the page asks for a code before the PIN; 0 means never. */
  messageCodeKobo: number;
};

export const FIRST_MESSAGE_SETTINGS: MessageSettings = {
  messageOrder: ["whatsapp", "sms", "email"],
  messageCeilingKobo: 5_000_000,
  messageSmsKobo: 500,
  messageWhatsappKobo: 1_200,
  messageQuietFrom: "20:00",
  messageQuietTo: "08:00",
  messageTodayFrom: "07:00",
  messageWaitMinutes: 15,
  messageWords: "english",
  messageTemplates: {},
  messageLanguage: "en",
  messageCodeKobo: 0,
};
