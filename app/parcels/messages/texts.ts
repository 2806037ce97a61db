/**
 * TELL-2: the texts of SMS and WhatsApp messages. Networks and Meta approve the wording, so staff cannot edit
 * it. Only the company, sender, amounts, days, PIN and link vary. Pure.
 */
import { formatNaira } from "../../domain/money.ts";
import type { MessageKind, MessageWords } from "../../domain/receiver-messages.ts";
import { toGsmText, ONE_PART } from "./gsm.ts";

export type MessageFacts = {
  company: { name: string; shortName: string };
  /** The name of the store, or the sender's first name. Null if the sender was erased. */
  from: string | null;
  /** The amount due at the receiver's door. Null if there is no price yet. */
  payKobo: number | null;
  /** The PIN if the parcel comes today; otherwise null. */
  pin: string | null;
  link: string;
  /** The new promised day, such as 'Tue 24 Nov'. Null if this day is over, and in messages that announce no new day. */
  day: string | null;
  /** The six-digit code with which the receiver gets to see the PIN. Null in other kinds of messages. */
  code: string | null;
};

type Parts = { from: string; pay: string; pin: string; day: string; code: string };
type Text = (parts: Parts) => string;

const SMS: Record<MessageWords, Record<MessageKind, Text>> = {
  english: {
    booked: ({ from }) => `a parcel${from} is booked for you. When it comes, what to pay:`,
    out_for_delivery: ({ from, pay, pin }) => `your parcel${from} comes today. ${pay}${pin}`,
    could_not_deliver: ({ from }) => `we could not deliver your parcel${from}. Is that right? Answer here:`,
    new_day: ({ from, day }) => `your parcel${from} comes ${day || "on another day"}.`,
    delivered: ({ from }) => `your parcel${from} is delivered. Not with you? Tell us:`,
    code: ({ code }) => `${code} is your code to see the PIN, for 10 minutes. Tell it to nobody.`,
  },
  pidgin: {
    booked: ({ from }) => `dem don book parcel${from} give you. When e go come, wetin you go pay:`,
    out_for_delivery: ({ from, pay, pin }) => `your parcel${from} dey come today. ${pay}${pin}`,
    could_not_deliver: ({ from }) => `we no fit deliver your parcel${from}. Na true? Answer here:`,
    new_day: ({ from, day }) => `your parcel${from} go come ${day || "another day"}.`,
    delivered: ({ from }) => `your parcel${from} don reach. You no see am? Tell us:`,
    code: ({ code }) => `${code} na your code to see PIN. E go work for 10 minutes. No tell anybody.`,
  },
};

/** Replaces the characters that make a text a URL, so that phones never show a typed name as a link. */
const unopened = (name: string) =>
  name
    .replace(/[./:@\\]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();

const LONGEST_FROM = 24;
const LONGEST_NAME = 24;
/** The words after the PIN, which say when the receiver should tell the rider the PIN. */
const SAY_IT: Record<MessageWords, string> = {
  english: ": say it when you have the parcel.",
  pidgin: ": tell rider when you don collect am.",
};

/** Returns the text of an SMS of one part. If the text is too long, the least important words are left out. */
export function smsText(kind: MessageKind, words: MessageWords, facts: MessageFacts): string {
  const full = toGsmText(facts.company.name);
  const name = full.length <= LONGEST_NAME ? full : toGsmText(facts.company.shortName);
  const from = toGsmText(unopened(facts.from ?? ""));
  const write = (sender: string, sayIt: string) =>
    toGsmText(
      `${name}: ${SMS[words][kind]({
        from: sender && ` from ${sender}`,
        pay: facts.payKobo ? `Pay ${toGsmText(formatNaira(facts.payKobo))}. ` : "",
        pin: facts.pin ? `PIN ${facts.pin}${sayIt}` : "",
        day: toGsmText(facts.day ?? ""),
        code: facts.code ?? "",
      })}`,
    );
  const link = kind === "code" ? "" : ` ${toGsmText(facts.link)}`;
  const plain = write("", ".");
  const all = [
    write(from.slice(0, LONGEST_FROM).trim(), SAY_IT[words]) + link,
    write(from.slice(0, LONGEST_FROM).trim(), ".") + link,
    write(from.slice(0, LONGEST_FROM / 2).trim(), ".") + link,
    plain + link,
    toGsmText(`${name}: ${facts.pin ? `PIN ${facts.pin}.` : ""}`) + link,
    plain,
  ];
  return all.find((one) => one.length <= ONE_PART) ?? plain.slice(0, ONE_PART);
}

/** The WhatsApp templates. `{{1}}` stands for the first parameter. */
export const TEMPLATES: Record<
  Exclude<MessageKind, "code">,
  { text: string; parameters: (facts: MessageFacts) => string[] }
> = {
  booked: {
    text: "Hello, {{1}} sends you a parcel with {{2}}. See when it comes and what is to be paid: {{3}} Thank you.",
    parameters: ({ from, company, link }) => [from ?? "somebody", company.name, link],
  },
  out_for_delivery: {
    text: "Your parcel from {{1}} comes today. To pay at the door: {{2}}. Your PIN is {{3}}. Say it to the rider once you have the parcel, never before. Your page: {{4}} Thank you.",
    parameters: ({ from, payKobo, pin, link }) => [
      from ?? "the sender",
      payKobo === null ? "see your page" : payKobo === 0 ? "nothing" : formatNaira(payKobo),
      pin ?? "on your page",
      link,
    ],
  },
  could_not_deliver: {
    text: "We could not deliver your parcel from {{1}}. Is that right? Tell us, or choose another day: {{2}} Thank you.",
    parameters: ({ from, link }) => [from ?? "the sender", link],
  },
  new_day: {
    text: "Your parcel from {{1}} comes on {{2}}. Your page: {{3}} Thank you.",
    parameters: ({ from, day, link }) => [from ?? "the sender", day ?? "another day", link],
  },
  delivered: {
    text: "Your parcel from {{1}} is delivered. If you did not get it, tell us here: {{2}} Thank you.",
    parameters: ({ from, link }) => [from ?? "the sender", link],
  },
};

/** Returns a template's parameters. Meta requires that each parameter is one line. */
export const parametersOf = (kind: Exclude<MessageKind, "code">, facts: MessageFacts): string[] =>
  TEMPLATES[kind]
    .parameters({ ...facts, from: facts.from && unopened(facts.from) })
    .map((text) => text.replace(/\s+/g, " ").trim());

export const filledText = (text: string, parameters: readonly string[]): string =>
  text.replace(/\{\{(\d)\}\}/g, (_, number: string) => parameters[Number(number) - 1] ?? "");
