/**
 * TELL-9: a super admin's settings for messages to receivers, at /admin/messages/settings. They are facts of the company.
 */
import type { Channel, MessageKind, MessageWords } from "./receiver-messages.ts";

export type MessageSettings = {
  /** The channels in the order in which they are tried. A channel that is left out is off. */
  messageOrder: readonly Channel[];
  /** The most that the messages of a month may cost, in kobo; 0 means no limit. */
  messageCeilingKobo: number;
  /** The expected cost of one message, in kobo. */
  messageSmsKobo: number;
  messageWhatsappKobo: number;
  /**
   * '20:00': the quiet hours begin at the first time and end at the second. News of a parcel that comes today may be sent
   * from the third time on.
   */
  messageQuietFrom: string;
  messageQuietTo: string;
  messageTodayFrom: string;
  /** The time that the next channel waits for a delivery report. */
  messageWaitMinutes: number;
  messageWords: MessageWords;
  /** WhatsApp's approved template of each kind, and their language. A kind without one is not sent by WhatsApp. */
  messageTemplates: Readonly<Partial<Record<MessageKind, string>>>;
  messageLanguage: string;
  /** TELL-12: above this amount to collect, in kobo, the link asks for a code before it shows the PIN; 0 means never. */
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
