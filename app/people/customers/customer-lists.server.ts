/** STAFF-26: a customer's records, newest first, by the customer's email address. Needs `readCustomers`. */
import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { contactMessages, customerNotes, bookings } from "../../platform/db/schema.ts";
import { readPage } from "../../platform/http/keyset.server.ts";
import type { PageParams } from "../../platform/http/keyset.ts";

const BOOKINGS = 20;
const OTHERS = 10;

/** Lists the bookings of a sender's email address. `email` must be in lower case in this file's functions. */
export function listCustomerBookings(db: Db, email: string, page: PageParams) {
  const { id, trackingCode, createdAt, receiverName, senderState, receiverState, status } = bookings;
  return readPage([createdAt, id], BOOKINGS, page, ({ where, orderBy, limit }) =>
    db
      .select({ id, trackingCode, createdAt, receiverName, senderState, receiverState, status })
      .from(bookings)
      .where(and(isEmail(bookings.senderEmail, email), where))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

export function listCustomerMessages(db: Db, email: string, page: PageParams) {
  const { id, createdAt, subject, isRead, repliedAt } = contactMessages;
  return readPage([createdAt, id], OTHERS, page, ({ where, orderBy, limit }) =>
    db
      .select({ id, createdAt, subject, isRead, repliedAt })
      .from(contactMessages)
      .where(and(isEmail(contactMessages.email, email), where))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

export function listCustomerNotes(db: Db, email: string, page: PageParams) {
  const { id, createdAt, body, byName } = customerNotes;
  return readPage([createdAt, id], OTHERS, page, ({ where, orderBy, limit }) =>
    db
      .select({ id, createdAt, body, byName })
      .from(customerNotes)
      .where(and(eq(customerNotes.email, email), where))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

/** The condition that a column is this email address. Both tables have an index on `lower(column)`. */
const isEmail = (column: typeof bookings.senderEmail | typeof contactMessages.email, email: string): SQL =>
  eq(sql`lower(${column})`, email);
