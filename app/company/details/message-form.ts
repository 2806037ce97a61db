/** TELL-9: the form in which staff choose channels and wording of the messages to receivers. */
import * as z from "zod";
import {
  CHANNEL_NAMES,
  CHANNELS,
  MESSAGE_WORDS,
  NEWS_KINDS,
  type Channel,
  type MessageKind,
} from "../../domain/receiver-messages.ts";
import { optionalKobo, plainField, typedNumber } from "../../platform/http/fields.ts";

/** Every selection of channels in every order, the longest first. With the empty selection no messages are sent. */
export const ORDERS: readonly (readonly Channel[])[] = ordersOf(CHANNELS).toSorted(
  (a, b) => b.length - a.length,
);

function ordersOf(left: readonly Channel[]): Channel[][] {
  return [
    [],
    ...left.flatMap((first) =>
      ordersOf(left.filter((other) => other !== first)).map((rest) => [first, ...rest]),
    ),
  ];
}

export const channelOrderText = (order: readonly Channel[]): string =>
  order.length === 0 ? "No messages" : order.map((channel) => CHANNEL_NAMES[channel]).join(", then ");

export const templateField = (kind: MessageKind) => `template_${kind}`;

const time = plainField("Enter a time, e.g. 20:00").regex(
  /^([01]\d|2[0-3]):[0-5]\d$/,
  "Enter a time, e.g. 20:00",
);
const MINUTES = "Enter a number from 5 to 240";

const order = z
  .union([z.array(z.enum(CHANNELS)), z.string()])
  .transform((given) => (typeof given === "string" ? given : given.join()))
  .refine((given) => ORDERS.some((one) => one.join() === given), "Choose an order")
  .transform((given) => given.split(",").filter(Boolean) as Channel[]);

const templateName = plainField()
  .refine((name) => /^[a-z0-9_]{0,100}$/.test(name), "A template's name has small letters, digits and _")
  .default("");

/** One field for each kind of message. The template names of all kinds are stored as one fact. */
const templates = z
  .object(Object.fromEntries(NEWS_KINDS.map((kind) => [templateField(kind), templateName])))
  .transform((names) => {
    const named = NEWS_KINDS.flatMap((kind) => {
      const name = names[templateField(kind)];
      return name ? [[kind, name] as const] : [];
    });
    return { messageTemplates: Object.fromEntries(named) };
  });

/**
 * Replaces the object `messageTemplates` by one field for each kind of message, which the schema expects. A browser's
 * form has these fields already.
 */
const apart = (sent: unknown): unknown => {
  if (typeof sent !== "object" || sent === null || !("messageTemplates" in sent)) return sent;
  const given = Object(sent.messageTemplates) as Record<string, unknown>;
  return { ...sent, ...Object.fromEntries(NEWS_KINDS.map((kind) => [templateField(kind), given[kind]])) };
};

const settings = z.object({
  messageOrder: order,
  messageCeilingKobo: optionalKobo,
  messageSmsKobo: optionalKobo,
  messageWhatsappKobo: optionalKobo,
  messageQuietFrom: time,
  messageQuietTo: time,
  messageTodayFrom: time,
  messageWaitMinutes: typedNumber(MINUTES, z.number(MINUTES).int(MINUTES).min(5, MINUTES).max(240, MINUTES)),
  messageWords: z.enum(MESSAGE_WORDS, "Choose one"),
  messageLanguage: plainField("Enter the language's code, e.g. en").regex(
    /^[a-z]{2,3}(_[A-Z]{2})?$/,
    "Enter the language's code, e.g. en or en_GB",
  ),
  messageCodeKobo: optionalKobo,
});

export const messagesForm = z.preprocess(apart, z.intersection(settings, templates));
