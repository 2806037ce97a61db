/** TELL-9: the settings for messages to receivers. They are stored with the company's other facts. */
import type { Channel, MessageKind, MessageWords } from "./receiver-messages.ts";

export type MessageSettings = {
  /** The channels, in the order in which they are tried. A missing channel is switched off. */
  messageOrder: readonly Channel[];
  /** The most that the messages of one month may cost, in kobo; 0 means no limit. */
  messageCeilingKobo: number;
  /** The expected cost of a message, in kobo. */
  messageSmsKobo: number;
  messageWhatsappKobo: number;
  /**
   * These settings are times such as '20:00'. The quiet hours last from `messageQuietFrom` to `messageQuietTo`. A
   * message about a parcel that is delivered today may be sent from `messageTodayFrom` on.
   */
  messageQuietFrom: string;
  messageQuietTo: string;
  messageTodayFrom: string;
  /** If no delivery report arrives within this many minutes, the next channel is tried. */
  messageWaitMinutes: number;
  messageWords: MessageWords;
  /** WhatsApp's approved templates, and their language. A message kind without a template is not sent by WhatsApp. */
  messageTemplates: Readonly<Partial<Record<MessageKind, string>>>;
  messageLanguage: string;
  /**
   * TELL-12: if more kobo than this must be collected, the receiver's page asks for a code before it shows the PIN; 0
   * means never.
   */
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
