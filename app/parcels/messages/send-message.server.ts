/**
 * TELL-4: the jobs that send messages through providers. A try is reserved before the provider is called, so that no
 * try is sent twice. If the process dies in between, no report about the try arrives, and due-messages.server.ts
 * passes the message on. The PIN, the code and the link are inserted only when the message is sent.
 */
import { and, eq, isNull, sql, type SQL } from "drizzle-orm";
import { sendAt } from "../../domain/quiet-hours.ts";
import { isPhoneChannel, type MessageKind, type PhoneChannel } from "../../domain/receiver-messages.ts";
import type { Company } from "../../domain/company.ts";
import { DELETED_EMAIL, NOT_STORED } from "../../domain/erased.ts";
import { isTold } from "../../notifications/tell-receivers.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, profiles, receiverLinks, receiverMessages } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { JobWork } from "../../platform/jobs/jobs.server.ts";
import { PhoneChannelError, type PhoneMessage } from "../../platform/phone-channels/phone-channels.ts";
import type { Services } from "../../platform/services.server.ts";
import { withoutSecretParts, readFacts } from "./message-facts.server.ts";
import { failMessage, messageTopics, type MessageRow } from "./pass-on.server.ts";
import { correctSpending, spendOnMessage } from "./spend.server.ts";
import { filledText, parametersOf, smsText, TEMPLATES, type MessageFacts } from "./texts.ts";

/** The number of tries, a minute apart, if a provider is unavailable. After these tries the next channel is used. */
const TRIES = 3;
const AGAIN_MS = 60_000;

export const messageWorker =
  (services: Services): JobWork<{ messageId: string }> =>
  ({ data: { messageId } }, db) =>
    sendMessage({ ...services, db }, messageId);

/**
 * Sends a queued message. During quiet hours, only postpones the message. If the message is no longer correct or
 * wanted, marks the try as failed.
 */
export async function sendMessage(services: Services, id: string): Promise<void> {
  const { db, now, live } = services;
  const found = await readTry(db, and(eq(receiverMessages.id, id), isQueued));
  if (!found) return;
  const { row, code, told, arrived } = found;
  const { channel } = row;
  if (!isPhoneChannel(channel)) return;
  const company = await services.company();
  const due = sendAt(row.kind, now(), company);
  if (due > now()) {
    await db.update(receiverMessages).set({ dueAt: due }).where(eq(receiverMessages.id, id));
    return;
  }
  const facts = arrived ? null : await readFacts(services, { ...row, code });
  const ends = !facts ? "outdated" : !told && row.kind !== "code" ? "switched_off" : null;
  if (ends || !facts) await transact(db, (tx) => failMessage(services, tx, row, ends ?? "outdated"));
  else if (await take(services, row, priceOf(channel, company), company.messageCeilingKobo))
    await handOver(services, { row, channel, to: found.phone, facts, company });
  live.publish(...messageTopics(code));
}

const priceOf = (channel: PhoneChannel, company: Company) =>
  channel === "sms" ? company.messageSmsKobo : company.messageWhatsappKobo;

/** True if another try of the same message was delivered. */
const arrivedOtherwise = sql<boolean>`exists (select from ${receiverMessages} o
  where o.message = ${receiverMessages.message} and o.state = 'delivered')`;

const isQueued = and(eq(receiverMessages.state, "queued"), isNull(receiverMessages.takenAt));

/**
 * Reads a try with its receiver. The try may be sent only if the receiver gets messages (`told`) and no other channel
 * has delivered the message (`arrived` is false).
 */
export async function readTry(db: Db, where: SQL | undefined) {
  const [found] = await db
    .select({
      row: receiverMessages,
      code: bookings.trackingCode,
      name: bookings.receiverName,
      phone: bookings.receiverPhone,
      email: bookings.receiverEmail,
      told: isTold,
      arrived: arrivedOtherwise,
    })
    .from(receiverMessages)
    .innerJoin(bookings, eq(bookings.id, receiverMessages.bookingId))
    .leftJoin(receiverLinks, eq(receiverLinks.bookingId, bookings.id))
    .leftJoin(profiles, eq(profiles.id, bookings.customerId))
    .where(where);
  return found;
}

/** Reserves a try and adds its cost. False if another process reserved it first or the cost ceiling is reached. */
async function take(services: Services, row: MessageRow, kobo: number, ceiling: number): Promise<boolean> {
  const at = services.now();
  return transact(services.db, async (tx) => {
    const { rowCount } = await tx
      .update(receiverMessages)
      .set({ takenAt: at, priceKobo: kobo, tries: row.tries + 1 })
      .where(and(eq(receiverMessages.id, row.id), isQueued));
    if (rowCount === 0) return false;
    if (await spendOnMessage(tx, at, kobo, ceiling)) return true;
    await tx.update(receiverMessages).set({ priceKobo: 0 }).where(eq(receiverMessages.id, row.id));
    await failMessage(services, tx, row, "ceiling");
    return false;
  });
}

type Handing = { row: MessageRow; channel: PhoneChannel; to: string; facts: MessageFacts; company: Company };

async function handOver(services: Services, { row, channel, to, facts, company }: Handing): Promise<void> {
  const { db, log, now, phones } = services;
  const mine = and(eq(receiverMessages.id, row.id), eq(receiverMessages.state, "queued"));
  const sent = textOf(channel, row.kind, company, facts);
  // TELL-10: the stored text is null if the receiver or the sender was erased.
  const text = sql<string>`(select ${withoutSecretParts(sent, facts)}::text from ${bookings} where ${bookings.id} = ${row.bookingId}
    and ${bookings.receiverPhone} <> ${NOT_STORED} and ${bookings.senderEmail} <> ${DELETED_EMAIL} for share)`;
  try {
    const providerId = await phones[channel]!.send({
      to,
      text: sent,
      template: templateOf(row.kind, company, facts),
    });
    await db.update(receiverMessages).set({ state: "sent", sentAt: now(), providerId, text }).where(mine);
  } catch (problem) {
    if (!(problem instanceof PhoneChannelError)) throw problem;
    const { failure } = problem;
    log.warn({ err: problem, message: row.id, channel }, "message not sent");
    const again = failure === "away" && row.tries + 1 < TRIES;
    await transact(db, async (tx) => {
      const price = failure === "no_answer" ? {} : { priceKobo: 0 };
      const later = again && { takenAt: null, dueAt: new Date(now().getTime() + AGAIN_MS) };
      const taken = await tx
        .update(receiverMessages)
        .set({ text, ...price, ...later })
        .where(mine)
        .returning({ takenAt: receiverMessages.takenAt });
      if (taken.length === 0) return;
      // A message that the provider refused costs nothing. If the provider did not respond, the message may still
      // cost money.
      if (failure !== "no_answer") await correctSpending(tx, now(), -priceOf(channel, company));
      if (!again) await failMessage(services, tx, row, failure);
    });
  }
}

function textOf(channel: PhoneChannel, kind: MessageKind, company: Company, facts: MessageFacts): string {
  if (channel === "sms" || kind === "code") return smsText(kind, company.messageWords, facts);
  return filledText(TEMPLATES[kind].text, parametersOf(kind, facts));
}

function templateOf(kind: MessageKind, company: Company, facts: MessageFacts): PhoneMessage["template"] {
  const name = company.messageTemplates[kind];
  if (!name || kind === "code") return null;
  return { name, language: company.messageLanguage, parameters: parametersOf(kind, facts) };
}
