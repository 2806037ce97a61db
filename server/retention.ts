/**
 * RUN-6: deletes data that is no longer needed (docs/retention.md). Several processes may do so at the same
 * time.
 */
import { sql } from "drizzle-orm";
import {
  DELETED_EMAIL,
  DELETED_SENDER,
  ERASED_ACCOUNT,
  ERASED_BUYER,
  ERASED_NOTICE,
  ERASED_RECEIVER,
  NOT_STORED,
} from "../app/domain/erased.ts";
import {
  apiKeys,
  activityLogs,
  bankStatements,
  contactMessages,
  customerNotes,
  bookings,
  bookingEvents,
  emailLinks,
  erasedReceivers,
  erasures,
  idempotencyKeys,
  mails,
  businessOnlinePayments,
  onlinePayments,
  orders,
  payees,
  transferNotices,
  rateLimits,
  refusedAddresses,
  refusedMails,
  sessions,
  regularPickups,
  shelfCounts,
  statusBatches,
  bookingBatches,
  webhookMessages,
} from "../app/platform/db/schema.ts";
import { wordList } from "../app/platform/db/schema/columns.ts";
import { removeAllUnusedPictures } from "../app/platform/files/pictures.server.ts";
import { LONGEST_SECONDS } from "../app/platform/limits/limit-statements.ts";
import type { Services } from "../app/platform/services.server.ts";
import { DONE_PAYEE } from "../app/people/profile/done-payee.server.ts";
import { MAIL_DAYS, MAIL_TEXT_DAYS } from "../app/notifications/mail-days.ts";
import { LINK_DAYS } from "../app/people/sign-in/request-link.server.ts";
import { KEEP_DAYS } from "./keep-days.ts";
import { forgetConsents } from "../app/people/consents/forget-consents.server.ts";
import { forgetMessages } from "../app/parcels/messages/forget-messages.server.ts";
import { forgetPhones } from "../app/road/devices/forget-phones.server.ts";
import { forgetProofs } from "../app/parcels/proof/forget-proofs.server.ts";
import { forgetPins } from "../app/parcels/receiver-link/forget-pins.server.ts";
import { queueStatistics } from "../app/people/profile/forget-statistics.server.ts";
import {
  PART_BLOCKS,
  retentionRound,
  type RetentionRound,
} from "../app/platform/jobs/retention-round.server.ts";
import { startRounds } from "../app/platform/jobs/rounds.server.ts";
import { unnameMoney } from "../app/money/payments/unname-money.server.ts";
import { unnameRoad } from "../app/road/runs/unname-road.server.ts";
import { CLOSED_STATUSES } from "../app/domain/delivery-status.ts";

const EVERY_MS = 6 * 60 * 60 * 1000;
/** The time from the start to the first round. It is short, because some machines are switched off every night. */
const FIRST_MS = 60_000;
/**
 * The size of a batch for tables with slow triggers and indexes. On a busy disk, a batch of 500 bookings took longer
 * than a statement may take.
 */
const SMALL_BATCH = 100;
/** The size of a batch of bank statements. It is small, because each is deleted together with up to 20,000 rows. */
const STATEMENTS_BATCH = 5;
export type Purged = Awaited<ReturnType<typeof purgeExpired>>;

/** Deletes data older than its retention, in batches. Returns how many rows of each kind it deleted or emptied. */
export async function purgeExpired(
  services: Pick<Services, "db" | "jobs" | "now">,
  partBlocks = PART_BLOCKS,
) {
  const round = retentionRound(services, partBlocks);
  const { db, before, each, remove } = round;
  return {
    ...(await removeTechnical(round)),
    mailTexts: await each(mails, sql`text <> '' and sent_at < ${before(MAIL_TEXT_DAYS)}`, (where) =>
      db.update(mails).set({ text: "", html: "" }).where(where),
    ),
    mails: await remove(mails, sql`sent_at < ${before(MAIL_DAYS)}`),
    refusedMails: await remove(refusedMails, sql`held_at < ${before(KEEP_DAYS.refusedMails)}`),
    refusedAddresses: await remove(refusedAddresses, sql`refused_at < ${before(KEEP_DAYS.refusedAddresses)}`),
    bookingBatches: await remove(bookingBatches, sql`updated_at < ${before(KEEP_DAYS.bookingBatches)}`),
    regularPickups: await remove(regularPickups, sql`ended_at < ${before(KEEP_DAYS.regularPickups)}`),
    shelfCounts: await remove(shelfCounts, sql`started_at < ${before(KEEP_DAYS.shelfCounts)}`),
    statusBatches: await remove(statusBatches, sql`created_at < ${before(KEEP_DAYS.statusBatches)}`),
    bankStatements: await remove(
      bankStatements,
      sql`created_at < ${before(KEEP_DAYS.bankStatements)}`,
      STATEMENTS_BATCH,
    ),
    onlineAttempts: await remove(
      onlinePayments,
      sql`state = 'not_paid' and next_check_at is null and created_at < ${before(KEEP_DAYS.onlineAttempts)}
        and coalesce(returns_check_at::text, refunded_amount::text, dispute) is null`,
    ),
    onlineAttemptsOfBusinesses: await remove(
      businessOnlinePayments,
      sql`state = 'not_paid' and next_check_at is null and created_at < ${before(KEEP_DAYS.onlineAttempts)}`,
    ),
    pictures: await removeAllUnusedPictures(services, SMALL_BATCH),
    messages: await remove(contactMessages, sql`created_at < ${before(KEEP_DAYS.contactMessages)}`),
    customerNotes: await remove(customerNotes, sql`created_at < ${before(KEEP_DAYS.customerNotes)}`),
    ...(await forgetConsents(round)),
    ...(await forgetMessages(round)),
    pins: await forgetPins(round),
    ...(await forgetProofs(round)),
    ...(await forgetPeople(round)),
    ...(await unnameRoad(round)),
    ...(await unnameMoney(round)),
    ...(await forgetPhones(round)),
    // A trigger refuses to delete rows that are not old enough. It computes their age by the database's own clock.
    logs: await remove(
      activityLogs,
      sql`created_at < ${before(KEEP_DAYS.activityLogs)} and created_at < now() - interval '6 years'`,
    ),
  };
}

async function removeTechnical({ at, before, remove }: RetentionRound) {
  return {
    idempotencyKeys: await remove(idempotencyKeys, sql`created_at < ${before(KEEP_DAYS.idempotencyKeys)}`),
    webhooks: await remove(webhookMessages, sql`created_at < ${before(KEEP_DAYS.webhooks)}`),
    apiKeys: await remove(apiKeys, sql`revoked_at < ${before(KEEP_DAYS.apiKeys)}`),
    links: await remove(emailLinks, sql`expires_at < ${before(LINK_DAYS)}`),
    erasures: await remove(erasures, sql`erased_at < ${before(KEEP_DAYS.erasures)}`),
    erasedReceivers: await remove(erasedReceivers, sql`erased_at < ${before(KEEP_DAYS.erasures)}`),
    sessions: await remove(sessions, sql`expires_at < ${at.toISOString()}::timestamptz`),
    // If a row expires too far in the future, a wrong clock wrote it, so it is deleted, too.
    limits: await remove(
      rateLimits,
      sql`expire < ${at.getTime()} or expire > ${at.getTime() + 2 * LONGEST_SECONDS * 1000}`,
    ),
  };
}

/** Erases the personal data in orders and bookings, and in the ledgers about bookings. */
async function forgetPeople({ db, before, each, inParts }: RetentionRound) {
  return {
    buyers: await each(
      orders,
      sql`coalesce(buyer_name, buyer_phone, delivery_address, landmark) is not null and updated_at < ${before(KEEP_DAYS.buyers)}`,
      (where) => db.update(orders).set(ERASED_BUYER).where(where),
    ),
    receivers: await each(
      bookings,
      sql`lower(sender_email) = ${DELETED_EMAIL} and receiver_phone <> ${NOT_STORED}
        and status in ${wordList(CLOSED_STATUSES)} and updated_at < ${before(KEEP_DAYS.receiversOfDeletedSenders)}`,
      (where) => db.update(bookings).set(ERASED_RECEIVER).where(where),
    ),
    notes: await inParts(bookingEvents, (part) =>
      each(
        bookingEvents,
        // A trigger refuses to change rows that are not old enough. It computes their age by the database's own clock.
        sql`${part} and occurred_at < ${before(KEEP_DAYS.peopleInBookings)} and occurred_at < now() - interval '6 years' and (note is not null or by_name is not null or changes is not null)`,
        (where) => db.update(bookingEvents).set({ note: null, byName: null, changes: null }).where(where),
      ),
    ),
    claims: await each(
      transferNotices,
      sql`created_at < ${before(KEEP_DAYS.peopleInBookings)} and coalesce(reference, reason, by_name) is not null`,
      (where) =>
        db
          .update(transferNotices)
          .set({ ...ERASED_NOTICE, byName: null })
          .where(where),
    ),
    accounts: await each(payees, DONE_PAYEE, (where) => db.update(payees).set(ERASED_ACCOUNT).where(where)),
    people: await each(
      bookings,
      sql`created_at < ${before(KEEP_DAYS.peopleInBookings)}
        and (receiver_phone <> ${NOT_STORED} or sender_email <> ${DELETED_EMAIL})`,
      (where) =>
        db
          .update(bookings)
          .set({ ...DELETED_SENDER, ...ERASED_RECEIVER, notes: null, formHash: null })
          .where(where),
      SMALL_BATCH,
    ),
  };
}

/**
 * If data of one of these kinds was removed, the tables are analysed (ANALYZE). Mails and links are not in this list,
 * because every round removes some of them.
 */
const OF_PEOPLE = [
  "messages",
  "customerNotes",
  "bankStatements",
  "buyers",
  "consents",
  "places",
  "receivers",
  "notes",
  "claims",
  "accounts",
  "people",
  "custody",
  "proofPlaces",
  "cash",
  "riders",
  "runs",
  "exceptions",
  "oldClaims",
  "deeds",
  "devices",
] as const satisfies (keyof Purged)[];

/** Runs `purgeExpired` regularly. Returns a function that stops the rounds. */
export function startRetention(
  services: Pick<Services, "db" | "files" | "jobs" | "now" | "log">,
): () => void {
  const remove = async () => {
    const purged = await purgeExpired(services);
    if (OF_PEOPLE.some((kind) => purged[kind] > 0)) await queueStatistics(services.db, services);
    return purged;
  };
  const round = () =>
    void remove().then(
      (removed) => services.log.info(removed, "removed expired rows and files"),
      (error: unknown) => services.log.warn({ err: error }, "retention failed; it will be tried again"),
    );
  return startRounds(round, FIRST_MS, EVERY_MS);
}
