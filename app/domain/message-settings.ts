/** TELL-9: what a super admin chooses about messages to receivers, at /admin/messages/settings. They are facts of the company. */
import type { Channel, MessageKind, MessageWords } from "./receiver-messages.ts";

export type MessageSettings = {
  /** The first that can be used is tried first. One that is left out is off. */
  messageOrder: readonly Channel[];
  /** What messages of a month may cost, in kobo; 0 is no limit. */
  messageCeilingKobo: number;
  /** What one costs as far as we know, in kobo. */
  messageSmsKobo: number;
  messageWhatsappKobo: number;
  /** '20:00': nobody is told from then on until the next one; what comes today from the third on. */
  messageQuietFrom: string;
  messageQuietTo: string;
  messageTodayFrom: string;
  /** So long the next channel waits for a delivery report. */
  messageWaitMinutes: number;
  messageWords: MessageWords;
  /** WhatsApp's approved template of each kind, and their language. A kind without one is not sent by WhatsApp. */
  messageTemplates: Readonly<Partial<Record<MessageKind, string>>>;
  messageLanguage: string;
  /** TELL-12: for more than this to collect, in kobo, the link asks for a code before it shows the PIN; 0 is never. */
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
