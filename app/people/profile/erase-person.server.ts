/** Erases a person from the database. docs/retention.md lists the deleted and the retained data. */
import { and, eq, inArray, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import {
  apiBookings,
  bookingBatches,
  businesses,
  businessInvites,
  businessMembers,
  contactMessages,
  contactReplies,
  customerNotes,
  bookings,
  bookingEvents,
  emailLinks,
  exceptions,
  mails,
  orders,
  stores,
  payees,
  transferNotices,
  pictures,
  profiles,
  refusedAddresses,
} from "../../platform/db/schema.ts";
import { queueFileRemoval } from "../../platform/files/remove-pictures.server.ts";
import type { Services } from "../../platform/services.server.ts";
import {
  DELETED_SENDER,
  ERASED_BUSINESS,
  ERASED_ACCOUNT,
  ERASED_BUYER,
  ERASED_EXCEPTION,
  ERASED_NOTICE,
} from "../../domain/erased.ts";
import { removeForgottenPictures } from "./remove-proof-pictures.server.ts";
import { DONE_PAYEE } from "./done-payee.server.ts";

type Queue = { jobs: Pick<Services["jobs"], "add"> };
export type PersonToErase = { id: string; email: string };

/**
 * Erases a person in the caller's transaction. A job of the same transaction removes the picture files.
 * Returns the codes of the bookings that stay without the person. `email` must be in lower case. Never
 * refuses, and may run again for the same person.
 */
export async function erasePerson(
  tx: Tx | Db,
  services: Queue,
  { id, email }: PersonToErase,
): Promise<string[]> {
  const codes = await eraseBookings(tx, { id, email });
  // A trigger has marked the pictures of the person's bookings for removal.
  await removeForgottenPictures(tx, services);
  await eraseMessages(tx, email);
  const ownStores = tx.select({ id: stores.id }).from(stores).where(eq(stores.userId, id));
  await tx
    .delete(apiBookings)
    .where(or(eq(apiBookings.ownerId, id), inArray(apiBookings.ownerId, ownStores)));
  const paidOut = await payeesOf(tx, id);
  await eraseStoresAndOrders(tx, services, id);
  await tx
    .update(customerNotes)
    .set({ byUserId: null, byName: "Former staff" })
    .where(eq(customerNotes.byUserId, id));
  await tx
    .delete(mails)
    .where(or(sql`lower(${mails.toAddress}) = ${email}`, inArray(mails.aboutId, paidOut)));
  // This also deletes the mails that wait for the address.
  await tx.delete(refusedAddresses).where(eq(refusedAddresses.address, email));
  await tx.delete(businessInvites).where(eq(businessInvites.email, email));
  // A business application that was not approved belongs to the person.
  await tx
    .update(businesses)
    .set(ERASED_BUSINESS)
    .where(
      and(
        inArray(businesses.state, ["asked", "refused"]),
        sql`exists (select from ${businessMembers} m where m.business_id = ${businesses.id} and m.user_id = ${id})`,
      ),
    );
  // Deletes batches that staff made for the person. The person's own batches go with the profile.
  await tx.delete(bookingBatches).where(sql`lower(${bookingBatches.sender}->>'senderEmail') = ${email}`);
  await tx.delete(emailLinks).where(eq(emailLinks.email, email));
  await tx.delete(profiles).where(eq(profiles.id, id));
  // Locks the rows of the notes after the row of the customer's summary, in the same order as a new note does.
  await tx.delete(customerNotes).where(eq(customerNotes.email, email));
  // The deletion of the profile has already cleared the person's id in the payees' rows. A bank account that
  // a payout still needs is erased later (purgeExpired).
  await tx
    .update(payees)
    .set(ERASED_ACCOUNT)
    .where(and(inArray(payees.id, paidOut), DONE_PAYEE));
  return codes;
}

/** Returns the payees of a person and of the person's stores. */
async function payeesOf(tx: Tx | Db, id: string): Promise<string[]> {
  const own = tx.select({ id: stores.id }).from(stores).where(eq(stores.userId, id));
  const rows = await tx
    .select({ id: payees.id })
    .from(payees)
    .where(or(eq(payees.customerId, id), isAnyOf(payees.storeId, own)));
  return rows.map((row) => row.id);
}

/**
 * Removes the person from their own bookings, and from bookings with the person's email address as the sender. The
 * receivers of these own bookings stay until the delivery no longer needs their data (purgeExpired). A booking's
 * retention time begins with the booking's last change, not with this erasure.
 */
async function eraseBookings(tx: Tx | Db, { id, email }: PersonToErase): Promise<string[]> {
  const sent = sql`lower(${bookings.senderEmail}) = ${email}`;
  // Locks the rows of the bookings in the lock order of payments (accountsOf), to avoid deadlocks.
  await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(or(eq(bookings.customerId, id), sent, eq(bookings.referrerId, id)))
    .orderBy(bookings.trackingCode)
    .for("no key update");
  const changed = { id: bookings.id, code: bookings.trackingCode };
  const erased = await tx
    .update(bookings)
    .set({ ...DELETED_SENDER, customerId: null, notes: null, referralCode: null, formHash: null })
    .where(or(eq(bookings.customerId, id), and(isNull(bookings.customerId), sent)))
    .returning(changed);
  // If another person booked with this sender's email address, that person keeps the booking without the
  // sender.
  const others = await tx
    .update(bookings)
    .set({ ...DELETED_SENDER, formHash: null })
    .where(sent)
    .returning(changed);
  await tx.update(bookings).set({ referralCode: null }).where(eq(bookings.referrerId, id));
  const all = [...erased, ...others];
  const ids = all.map((row) => row.id);
  if (ids.length === 0) return [];
  await tx
    .update(bookingEvents)
    .set({ note: null, changes: null })
    .where(inArray(bookingEvents.bookingId, ids));
  await tx.update(exceptions).set(ERASED_EXCEPTION).where(inArray(exceptions.bookingId, ids));
  await tx.update(transferNotices).set(ERASED_NOTICE).where(inArray(transferNotices.bookingId, ids));
  await tx.delete(mails).where(inArray(mails.bookingId, ids));
  return all.map((row) => row.code);
}

/**
 * The condition that a column has one of the ids of a subquery. The ids are read first, so that PostgreSQL uses an
 * index.
 */
function isAnyOf(column: AnyPgColumn, ids: SQLWrapper): SQL {
  return sql`${column} = any(array${ids})`;
}

/** Removes the person's messages to the company, the replies, and the mails with a message or reply. */
async function eraseMessages(tx: Tx | Db, email: string): Promise<void> {
  const wrote = tx
    .select({ id: contactMessages.id })
    .from(contactMessages)
    .where(sql`lower(${contactMessages.email}) = ${email}`);
  const responses = tx
    .select({ id: contactReplies.id })
    .from(contactReplies)
    .where(inArray(contactReplies.messageId, wrote));
  await tx.delete(mails).where(or(isAnyOf(mails.aboutId, wrote), isAnyOf(mails.aboutId, responses)));
  await tx.delete(contactMessages).where(sql`lower(${contactMessages.email}) = ${email}`);
}

/** Removes the person from orders at other stores. Deletes the person's stores with their data. */
async function eraseStoresAndOrders(tx: Tx | Db, services: Queue, id: string): Promise<void> {
  const own = tx.select({ id: stores.id }).from(stores).where(eq(stores.userId, id));
  const about = tx
    .select({ id: orders.id })
    .from(orders)
    .where(or(eq(orders.customerId, id), isAnyOf(orders.storeId, own)));
  await tx.delete(mails).where(isAnyOf(mails.aboutId, about));
  await tx
    .update(orders)
    .set({ customerId: null, ...ERASED_BUYER })
    .where(eq(orders.customerId, id));
  const shown = await tx
    .delete(pictures)
    .where(inArray(pictures.storeId, own))
    .returning({ key: pictures.key });
  await queueFileRemoval(
    tx,
    services,
    shown.map(({ key }) => key),
  );
  await tx.delete(stores).where(eq(stores.userId, id));
}
