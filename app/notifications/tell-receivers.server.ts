/**
 * TELL-1: queues messages to the receivers of bookings, in the transaction of the event. Each message has a job, and a
 * row with the first channel that can be used. app/parcels/messages/ runs the jobs. If a message is not delivered, the
 * next channel sends it.
 */
import { sql, type SQL } from "drizzle-orm";
import { NOT_STORED } from "../domain/erased.ts";
import { sendAt } from "../domain/quiet-hours.ts";
import { isPhoneChannel, NO_REPEAT_MS, type Channel, type MessageKind } from "../domain/receiver-messages.ts";
import type { Company } from "../domain/company.ts";
import type { Db, Tx } from "../platform/db/client.server.ts";
import { bookings, pieces, profiles, receiverLinks, receiverMessages } from "../platform/db/schema.ts";
import { insertJob } from "../platform/jobs/jobs.server.ts";
import type { Services } from "../platform/services.server.ts";
import { MAILS, PHONE_MESSAGES } from "./notify.server.ts";

export type Telling = {
  services: Pick<Services, "company" | "phones" | "jobs">;
  tx: Tx | Db;
  at: Date;
};

/** Returns the channels that are set up for a kind of message, in the company's order. */
export function usableChannels(
  { phones }: Pick<Services, "phones">,
  { messageOrder, messageTemplates }: Pick<Company, "messageOrder" | "messageTemplates">,
  kind: MessageKind,
): Channel[] {
  return messageOrder.filter((channel) => {
    // Codes are sent only by SMS, because Meta requires special templates for codes on WhatsApp.
    if (kind === "code") return channel === "sms" && phones.sms !== null;
    if (!isPhoneChannel(channel)) return true;
    return phones[channel] !== null && (channel !== "whatsapp" || !!messageTemplates[kind]);
  });
}

/**
 * Queues one kind of message for the receivers of bookings. Returns the number of new messages. The caller
 * must first lock the rows of the bookings if another process could queue the same message at once.
 *
 * Skips a receiver who has no channel or has switched messages off. Without `later`, also skips a booking whose last
 * message of this kind was due in the last ten minutes, or is not due yet.
 *
 * - `later`: skips a booking only if a message of this kind is still queued. The new message is due at the earliest ten
 *   minutes after the booking's last message of this kind.
 * - `afterSeconds`: without `later`, the message is due only after this time.
 * - `free`: uses only email, which costs nothing.
 */
export async function tellReceivers(
  telling: Telling,
  kind: MessageKind,
  bookingIds: readonly string[],
  { later = false, afterSeconds = 0, free = false } = {},
): Promise<number> {
  if (bookingIds.length === 0) return 0;
  const { services, tx, at } = telling;
  const since = sql`${new Date(at.getTime() - NO_REPEAT_MS).toISOString()}::timestamptz`;
  const same = sql`from ${receiverMessages} m where m.booking_id = ${bookings.id} and m.kind = ${kind}`;
  const company = await services.company(tx);
  return queueMessages(telling, company, {
    kind,
    bookingIds,
    channels: usableChannels(services, company, kind).filter((channel) => !free || !isPhoneChannel(channel)),
    message: null,
    where: sql`${isTold} and ${
      later
        ? sql`not exists (select ${same} and m.state = 'queued' and m.taken_at is null)`
        : sql`not exists (select ${same} and m.due_at > ${since})`
    }`,
    earliest: later
      ? sql`(select max(m.due_at) + ${NO_REPEAT_MS / 60_000} * interval '1 min' ${same})`
      : sql`${new Date(at.getTime() + afterSeconds * 1000).toISOString()}::timestamptz`,
  });
}

/**
 * TELL-8: true if the receiver of a booking gets messages. A receiver who has switched messages off, or has stated that
 * they expect no parcel (RECEIVER-7), gets none. For all others the sender decides: for the parcel, or else in the
 * profile. The query that uses this joins the booking, the receiver's link and the sender's profile.
 */
export const isTold = sql<boolean>`not coalesce(${receiverLinks.receiverStopped}, false)
  and ${receiverLinks.stoppedPhone} is distinct from ${bookings.receiverPhone}
  and coalesce(${receiverLinks.senderTells}, ${profiles.tellsReceivers}, true)`;

/**
 * BULK-8: true if a message that costs money may be sent about a booking. For a booking of a batch, the company must
 * hold or have held a piece. Otherwise a stranger with a file could make the company message hundreds of phones.
 */
const maySendPaidMessage = sql`(${bookings.batchId} is null
  or exists (select from ${pieces} p where p.booking_id = ${bookings.id} and p.holder_kind <> 'sender'))`;

export type ToQueue = {
  kind: MessageKind;
  bookingIds: readonly string[];
  channels: readonly Channel[];
  /** The id of the message that is now tried by another channel. Null for new messages. */
  message: string | null;
  where: SQL;
  earliest: SQL;
};

/**
 * Adds messages, and jobs for the messages that are due, with one statement. Each message gets the first of `channels`
 * that reaches the receiver.
 */
export async function queueMessages(
  { services, tx, at }: Telling,
  company: Company,
  { kind, bookingIds, channels, message, where, earliest }: ToQueue,
): Promise<number> {
  if (channels.length === 0) return 0;
  const now = sql`${at.toISOString()}::timestamptz`;
  const due = sql`${sendAt(kind, at, company).toISOString()}::timestamptz`;
  const reached = (channel: Channel) =>
    isPhoneChannel(channel) ? maySendPaidMessage : sql`${bookings.receiverEmail} is not null`;
  const { rows } = await tx.execute<{ mail: boolean }>(sql`
    with told as (
      insert into ${receiverMessages} (id, message, booking_id, kind, channel, created_at, due_at, taken_at)
      select id, coalesce(${message}::uuid, id), booking_id, ${kind}, channel, ${now}, due, case when channel = 'email' and due <= ${now} then ${now} end
      from (
        select gen_random_uuid() as id, ${bookings.id} as booking_id, greatest(${due}, ${earliest}) as due,
          case ${sql.join(
            channels.map((channel) => sql`when ${reached(channel)} then ${channel}`),
            sql` `,
          )} end as channel
        from ${bookings} left join ${receiverLinks} on ${receiverLinks.bookingId} = ${bookings.id}
          left join ${profiles} on ${profiles.id} = ${bookings.customerId}
        where ${bookings.id} = any(${sql.param(bookingIds)}::uuid[]) and ${bookings.receiverPhone} <> ${NOT_STORED} and ${where}
      ) fresh
      where channel is not null
      returning id, booking_id, channel, due_at
    ), mailed as (
      ${insertJob(
        MAILS,
        sql`jsonb_build_object('kind', 'receiver_message', 'bookingId', told.booking_id, 'receiverMessageId', told.id)`,
        sql`(select * from told where channel = 'email' and due_at <= ${now}) told`,
        sql`told.id`,
      )}
    ), sent as (
      ${insertJob(
        PHONE_MESSAGES,
        sql`jsonb_build_object('messageId', told.id)`,
        sql`(select * from told where channel <> 'email' and due_at <= ${now}) told`,
      )}
    )
    select channel = 'email' as mail from told`);
  if (rows.some(({ mail }) => mail)) services.jobs.added(MAILS);
  if (rows.some(({ mail }) => !mail)) services.jobs.added(PHONE_MESSAGES);
  return rows.length;
}
