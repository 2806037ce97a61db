/**
 * PROFILE-5: the stored data about a person, for that person. The counterpart, delete-account.server.ts, removes the
 * data.
 */
import { asc, desc, eq, inArray, or, sql } from "drizzle-orm";
import {
  apiBookings,
  apiKeys,
  bookingCharges,
  businesses,
  businessInvites,
  businessMembers,
  claims,
  contactMessages,
  customerNotes,
  bookings,
  onlinePayments,
  orders,
  stores,
  payees,
  transferNotices,
  payments,
  products,
  profiles,
  referralCredits,
  referrals,
  regularPickups,
  savedReceivers,
  settlementEntries,
} from "../../platform/db/schema.ts";
import type { Db } from "../../platform/db/client.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Customer } from "../../access/actor.ts";

function without<Row extends object, Name extends keyof Row>(
  rows: Row[],
  ...names: Name[]
): Omit<Row, Name>[] {
  return rows.map(
    (row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name as Name))) as Omit<
        Row,
        Name
      >,
  );
}

const ownRows = (db: Services["db"], person: Customer["person"]) =>
  Promise.all([
    db.select().from(profiles).where(eq(profiles.id, person.id)),
    db.select().from(bookings).where(eq(bookings.customerId, person.id)).orderBy(desc(bookings.createdAt)),
    db
      .select({ status: referrals.status, createdAt: referrals.createdAt })
      .from(referrals)
      .where(eq(referrals.referrerId, person.id)),
    db
      .select({ status: referrals.status, createdAt: referrals.createdAt })
      .from(referrals)
      .where(eq(referrals.referredId, person.id)),
    db.select().from(stores).where(eq(stores.userId, person.id)),
    db.select().from(orders).where(eq(orders.customerId, person.id)),
    db
      .select()
      .from(contactMessages)
      .where(eq(sql`lower(${contactMessages.email})`, person.email)),
    db
      .select({ body: customerNotes.body, createdAt: customerNotes.createdAt })
      .from(customerNotes)
      .where(eq(customerNotes.email, person.email)),
    db
      .select({ kind: referralCredits.kind, kobo: referralCredits.kobo, at: referralCredits.at })
      .from(referralCredits)
      .where(eq(referralCredits.userId, person.id))
      .orderBy(referralCredits.id),
  ]);

/** Reads the person's businesses, and the businesses that invite the person. */
const ownMemberships = async (db: Services["db"], person: Customer["person"]) => ({
  memberships: await db
    .select({ business: businesses.name, role: businessMembers.role, since: businessMembers.createdAt })
    .from(businessMembers)
    .innerJoin(businesses, eq(businesses.id, businessMembers.businessId))
    .where(eq(businessMembers.userId, person.id)),
  invitations: await db
    .select({ business: businesses.name, role: businessInvites.role, at: businessInvites.createdAt })
    .from(businessInvites)
    .innerJoin(businesses, eq(businesses.id, businessInvites.businessId))
    .where(eq(businessInvites.email, person.email)),
});

/** Reads the address books and regular pickups of a person and of the person's stores. */
const ownPlaces = async (db: Db, userId: string, storeIds: string[]) => ({
  saved: await db
    .select()
    .from(savedReceivers)
    .where(or(eq(savedReceivers.userId, userId), inArray(savedReceivers.storeId, storeIds)))
    .orderBy(asc(savedReceivers.createdAt), asc(savedReceivers.id)),
  pickups: await db
    .select()
    .from(regularPickups)
    .where(or(eq(regularPickups.userId, userId), inArray(regularPickups.storeId, storeIds)))
    .orderBy(asc(regularPickups.createdAt), asc(regularPickups.id)),
});

/** Reads everything stored about the actor, without technical columns. */
export async function exportOwnData({ db, now }: Services, { person }: Customer) {
  const [[profile], booked, brought, broughtBy, owned, bought, messages, notes, credit] = await ownRows(
    db,
    person,
  );
  const storeIds = owned.map(({ id }) => id);
  const offered = owned.length
    ? await db.select().from(products).where(inArray(products.storeId, storeIds))
    : [];
  const paidOut = await db
    .select()
    .from(payees)
    .where(or(eq(payees.customerId, person.id), inArray(payees.storeId, storeIds)));
  const settled = await db
    .select()
    .from(settlementEntries)
    .where(
      inArray(
        settlementEntries.payeeId,
        paidOut.map(({ id }) => id),
      ),
    )
    .orderBy(asc(settlementEntries.id));
  const { saved, pickups } = await ownPlaces(db, person.id, storeIds);
  const bookedIds = booked.map(({ id }) => id);
  const [keys, sent, charges, paid, notices, online, claimed] = await Promise.all([
    db.select().from(apiKeys).where(eq(apiKeys.userId, person.id)),
    db.select().from(apiBookings).where(inArray(apiBookings.bookingId, bookedIds)),
    db.select().from(bookingCharges).where(inArray(bookingCharges.bookingId, bookedIds)),
    db.select().from(payments).where(inArray(payments.bookingId, bookedIds)),
    db.select().from(transferNotices).where(inArray(transferNotices.bookingId, bookedIds)),
    db.select().from(onlinePayments).where(inArray(onlinePayments.bookingId, bookedIds)),
    db.select().from(claims).where(inArray(claims.bookingId, bookedIds)),
  ]);
  return {
    exportedAt: now(),
    profile,
    bookings: without(booked, "formKey", "formHash", "search", "version", "referrerId"),
    apiKeys: without(keys, "keyHash"),
    bookingsByApi: without(sent, "ownerId"),
    prices: without(charges, "byUserId", "byName"),
    payments: without(paid, "byUserId", "byName"),
    noticesOfPayment: without(notices, "formKey", "formHash", "byUserId", "byName"),
    onlinePayments: without(online, "checkoutUrl", "nextCheckAt", "returnsCheckAt", "closedByName"),
    // The receiver's text in a claim is the receiver's data, so this file omits it.
    claims: without(
      claimed,
      ...(["words", "ownerId", "decidedByUserId", "decidedByName", "openedByName", "version"] as const),
    ),
    ...(await ownMemberships(db, person)),
    referralsMade: brought,
    referredBySomebody: broughtBy,
    referralCredit: credit,
    stores: without(owned, "search", "emailLinkId"),
    products: without(offered, "search", "version"),
    orders: without(bought, "search", "formKey", "formHash", "version"),
    settlementAccounts: paidOut,
    settlements: without(settled, "byUserId", "byName"),
    regularPickups: without(pickups, "version"),
    addressBook: without(saved, "search", "userId"),
    messages: without(messages, "search", "formKey", "formHash", "isRead", "readAt"),
    notesByStaff: notes,
  };
}
