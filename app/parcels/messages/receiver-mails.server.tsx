/** RECEIVER-5, TELL-3: messages to receivers by email. The mail job of a message has the same id as the message. */
import { and, eq } from "drizzle-orm";
import { NOT_STORED } from "../../domain/erased.ts";
import { sendAt } from "../../domain/quiet-hours.ts";
import { type MessageFailure, type MessageKind } from "../../domain/receiver-messages.ts";
import type { MailText } from "../../notifications/mail-worker.server.ts";
import { receiverMessages } from "../../platform/db/schema.ts";
import { letter, type LetterFacts } from "../../platform/mail/letter.tsx";
import { HIDDEN } from "../../platform/mail/hidden.ts";
import { withoutLinks } from "../../platform/mail/unlinked.ts";
import type { Services } from "../../platform/services.server.ts";
import { toPayOf } from "../receiver-page/read-receiver.server.ts";
import { toPayText } from "../receiver-page/to-pay.ts";
import { readFacts } from "./message-facts.server.ts";
import { readTry } from "./send-message.server.ts";
import type { MessageFacts } from "./texts.ts";

const SAY_IT =
  "Say the PIN to the rider once you have the parcel, never before and to nobody else. Only this PIN counts.";

type News = { title: string; text: (parcel: string, facts: MessageFacts) => string; button: string };

const NEWS: Record<Exclude<MessageKind, "code">, News> = {
  booked: {
    title: "A parcel is booked for you",
    text: (parcel) => `We bring you ${parcel}. Your page says when it comes and what is to be paid.`,
    button: "See your parcel",
  },
  out_for_delivery: {
    title: "Your parcel comes today",
    text: (parcel) => `Our rider brings you ${parcel} today.`,
    button: "See your parcel",
  },
  could_not_deliver: {
    title: "We could not deliver your parcel",
    text: (parcel) => `We could not deliver ${parcel}. Your page says what the rider told us. Is that right?`,
    button: "Say what happened",
  },
  new_day: {
    title: "Your parcel has a new day",
    text: (parcel, { day }) => `We bring you ${parcel} ${day ? `on ${day}` : "on another day"}.`,
    button: "See your parcel",
  },
  delivered: {
    title: "Your parcel is delivered",
    text: (parcel) => `Somebody took ${parcel}. If you did not get it, say so on its page.`,
    button: "See who took it",
  },
};

/**
 * Writes the mail of a message. Null during quiet hours; the message then waits until the quiet hours end. Also null
 * if the receiver has no email address, messages are switched off, another channel has already delivered the message,
 * or the message is out of date. The stored text has dots in place of the PIN, which is inserted when the mail is
 * sent.
 */
export const receiverMessageMail: MailText<"receiver_message"> = async (
  services,
  { receiverMessageId: id },
) => {
  const found = await readTry(services.db, eq(receiverMessages.id, id));
  if (!found) return null;
  const { row, code, name, phone, email, told, arrived } = found;
  const { kind } = row;
  if (kind === "code") return null;
  const due = sendAt(kind, services.now(), await services.company());
  if (due > services.now()) return waitUntil(services, id, due);
  if (!told) return notSent(services, id, "switched_off");
  const facts = phone === NOT_STORED || arrived ? null : await readFacts(services, { ...row, code });
  if (!facts || !email) return notSent(services, id, "outdated");
  const { title, text, button } = NEWS[kind];
  const { pin, link } = facts;
  const [company, toPay] = await Promise.all([
    services.company(),
    kind === "out_for_delivery" ? toPayOf(services.db, row.bookingId) : null,
  ]);
  const pay = toPay && toPayText(toPay, false);
  const news = text(facts.from ? `a parcel from ${withoutLinks(facts.from)}` : "a parcel", facts);
  const mail = letter(
    company,
    { name, address: email },
    {
      ...{ title, news },
      more: [
        ...(pin ? [{ code: `PIN ${HIDDEN}` }, SAY_IT] : []),
        ...(pay ? [[["To pay", pay.title], ...pay.lines] satisfies LetterFacts, pay.text] : []),
      ],
      button: { text: button, plain: "Your page of the parcel", href: link },
    },
  );
  return { ...mail, subject: `${title}: ${code}`, ...(pin && { secret: pin }) };
};

/** Postpones the message until `dueAt`. `lookAfterMessages` then adds another job. */
async function waitUntil({ db }: Services, id: string, dueAt: Date): Promise<null> {
  await db
    .update(receiverMessages)
    .set({ dueAt, takenAt: null })
    .where(and(eq(receiverMessages.id, id), eq(receiverMessages.state, "queued")));
  return null;
}

async function notSent({ db, now }: Services, id: string, failure: MessageFailure): Promise<null> {
  await db
    .update(receiverMessages)
    .set({ state: "failed", failure, failedAt: now() })
    .where(and(eq(receiverMessages.id, id), eq(receiverMessages.state, "queued")));
  return null;
}
