/** STAFF-26: what belongs to one customer, by the email of the summary, newest first. Any member of staff may read. */
import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Db } from "../platform/db/client.server.ts";
import { contactMessages, customerNotes, deliveries } from "../platform/db/schema.ts";
import { keyset } from "../platform/http/keyset.server.ts";
import { paginate, type PageParams } from "../platform/http/keyset.ts";

const BOOKINGS = 20;
const OTHERS = 10;

/** `email` is lower case, in all three. One page of the bookings that were sent with it. */
export async function listCustomerBookings(db: Db, email: string, page: PageParams) {
  const { where, orderBy } = keyset([deliveries.createdAt, deliveries.id], page);
  const rows = await db
    .select({
      id: deliveries.id,
      trackingCode: deliveries.trackingCode,
      createdAt: deliveries.createdAt,
      receiverName: deliveries.receiverName,
      senderState: deliveries.senderState,
      receiverState: deliveries.receiverState,
      status: deliveries.status,
    })
    .from(deliveries)
    .where(and(isEmail(deliveries.senderEmail, email), where))
    .orderBy(...orderBy)
    .limit(BOOKINGS + 1);
  return paginate(rows, BOOKINGS, page);
}

/** One page of the contact messages. */
export async function listCustomerMessages(db: Db, email: string, page: PageParams) {
  const { where, orderBy } = keyset([contactMessages.createdAt, contactMessages.id], page);
  const rows = await db
    .select({
      id: contactMessages.id,
      createdAt: contactMessages.createdAt,
      subject: contactMessages.subject,
      isRead: contactMessages.isRead,
      repliedAt: contactMessages.repliedAt,
    })
    .from(contactMessages)
    .where(and(isEmail(contactMessages.email, email), where))
    .orderBy(...orderBy)
    .limit(OTHERS + 1);
  return paginate(rows, OTHERS, page);
}

/** One page of what staff noted. */
export async function listCustomerNotes(db: Db, email: string, page: PageParams) {
  const { where, orderBy } = keyset([customerNotes.createdAt, customerNotes.id], page);
  const rows = await db
    .select({
      id: customerNotes.id,
      createdAt: customerNotes.createdAt,
      body: customerNotes.body,
      byName: customerNotes.byName,
    })
    .from(customerNotes)
    .where(and(eq(customerNotes.email, email), where))
    .orderBy(...orderBy)
    .limit(OTHERS + 1);
  return paginate(rows, OTHERS, page);
}

/** As in the indexes of both tables. */
const isEmail = (column: typeof deliveries.senderEmail | typeof contactMessages.email, email: string): SQL =>
  eq(sql`lower(${column})`, email);
