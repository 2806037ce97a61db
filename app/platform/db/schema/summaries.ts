/** Stored counters and summaries of customers, which triggers maintain, and notes about customers. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { bigNumber, createdAt, formColumns, moment } from "./columns.ts";
import { byUserId, byUserIndex } from "./by-user.ts";

/**
 * Counters of the dashboard, maintained by triggers (docs/decisions/0010-counters-and-totals.md). A counter
 * is the sum of several rows, its shards. Each database connection adds to its own shard, so that bookings do
 * not wait for a lock on one row.
 */
export const counters = pg.pgTable(
  "counters",
  {
    /**
     * The name of the counter:
     * - 'status/pending', 'to/Kano', 'customers', 'contacts/unread'.
     * - 'day/2026-11-21': bookings made on that Lagos day.
     * - 'due/2026-11-24': bookings promised for that day that are neither delivered nor failed.
     * - 'work/2026-11-21/delivered': how often this status was set on that day and not undone.
     * - 'week/2026-11-16/delivered': deliveries in the week from that Monday.
     * - 'week/2026-11-16/in_time': deliveries of that week that were in time.
     * - 'week/2026-11-16/days/3': deliveries of that week that took three days.
     */
    name: pg.text("name").notNull(),
    shard: pg.integer("shard").notNull(),
    n: bigNumber("n").notNull(),
  },
  (t) => [pg.primaryKey({ columns: [t.name, t.shard] })],
);

/**
 * One row for each customer, by email address in lower case, maintained by triggers. Pages show the name and
 * phone of the newest booking, or of the profile if the customer has no booking (STAFF-9).
 */
export const customerSummaries = pg.pgTable(
  "customer_summaries",
  {
    email: pg.text("email").primaryKey(),
    /** The id in the URL of the customer's page, which must not contain the email address. */
    id: pg.uuid("id").notNull().unique().defaultRandom(),
    /** The name and the phone of the newest booking. */
    bookingName: pg.text("booking_name"),
    bookingPhone: pg.text("booking_phone"),
    /** True for a login account with a referral code. This and the next two columns are copies from the profile. */
    hasAccount: pg.boolean("has_account").notNull().default(false),
    accountName: pg.text("account_name"),
    accountPhone: pg.text("account_phone"),
    bookingsCount: pg.integer("bookings_count").notNull().default(0),
    lastBookingAt: moment("last_booking_at"),
    search: pg
      .text("search")
      .generatedAlwaysAs(
        sql`search_fold(email || ' ' || coalesce(booking_name, '') || ' ' || coalesce(booking_phone, '') || ' ' || coalesce(account_name, '') || ' ' || coalesce(account_phone, ''))`,
      ),
  },
  (t) => [pg.index("customer_summaries_most").on(sql`(-${t.bookingsCount})`, t.email)],
);

/**
 * STAFF-26: staff's notes about a customer, by email address in lower case. The notes do not refer to a row of
 * `customer_summaries`, because triggers may delete and recreate that row.
 */
export const customerNotes = pg.pgTable(
  "customer_notes",
  {
    ...formColumns(),
    email: pg.text("email").notNull(),
    body: pg.text("body").notNull(),
    byUserId: byUserId(),
    byName: pg.text("by_name").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    pg.check("customer_notes_email_lower", sql`${t.email} = lower(${t.email})`),
    pg.check("customer_notes_body", sql`char_length(${t.body}) between 1 and 1000`),
    pg.index("customer_notes_email").on(t.email, t.createdAt, t.id),
    pg.index("customer_notes_created").on(t.createdAt),
    byUserIndex("customer_notes", t.byUserId),
  ],
);
