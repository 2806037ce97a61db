/**
 * TELL-9: the settings for messages to receivers. A super admin changes them at /admin/messages/settings. They are
 * stored with the other facts of the company.
 */
import type { Channel, MessageKind, MessageWords } from "./receiver-messages.ts";

export type MessageSettings = {
  /** The channels in the order in which they are tried. A channel that is left out is off. */
  messageOrder: readonly Channel[];
  /** The most that the messages of a month may cost, in kobo; 0 means no limit. */
  messageCeilingKobo: number;
  /** The expected cost of one message by SMS and by WhatsApp, in kobo. */
  messageSmsKobo: number;
  messageWhatsappKobo: number;
  /**
   * Times such as '20:00'. The quiet hours begin at `messageQuietFrom` and end at `messageQuietTo`. News of a parcel
   * that comes today may be sent from `messageTodayFrom` on.
   */
  messageQuietFrom: string;
  messageQuietTo: string;
  messageTodayFrom: string;
  /** The minutes to wait for a delivery report before the next channel is tried. */
  messageWaitMinutes: number;
  messageWords: MessageWords;
  /**
   * WhatsApp's approved template for each kind of message, and the language of the templates. A kind without a template
   * is not sent by WhatsApp.
   */
  messageTemplates: Readonly<Partial<Record<MessageKind, string>>>;
  messageLanguage: string;
  /**
   * TELL-12: the amount to collect, in kobo, above which the receiver's page asks for a code before it shows the PIN; 0
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
