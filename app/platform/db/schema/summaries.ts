/** Denormalised counters and customer summaries, maintained by triggers, and notes about customers. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { bigNumber, createdAt, formColumns, moment } from "./columns.ts";
import { byUserId, byUserIndex } from "./by-user.ts";

/**
 * Counters of the dashboard, maintained by triggers (docs/decisions/0010-counters-and-totals.md). A counter is the sum
 * of its shards. Each database connection adds to its own shard, so that bookings do not wait for a lock on one row.
 */
export const counters = pg.pgTable(
  "counters",
  {
    /**
     * The name of the counter: 'status/pending', 'day/2026-11-21' (booked, Lagos), 'due/2026-11-24' (promised and
     * neither delivered nor failed), 'to/Kano', 'customers', 'contacts/unread', 'work/2026-11-21/delivered' (set on
     * that day and not undone), 'week/2026-11-16/delivered' (deliveries in the week from that Monday),
     * 'week/2026-11-16/in_time' (those in time) and 'week/2026-11-16/days/3' (those that took three days).
     */
    name: pg.text("name").notNull(),
    shard: pg.integer("shard").notNull(),
    n: bigNumber("n").notNull(),
  },
  (t) => [pg.primaryKey({ columns: [t.name, t.shard] })],
);

/**
 * One row for each customer, by lower-cased email address, maintained by triggers. Pages show the newest booking's name
 * and phone; for a customer without a booking, the profile's (STAFF-9).
 */
export const customerSummaries = pg.pgTable(
  "customer_summaries",
  {
    email: pg.text("email").primaryKey(),
    /** The id in the customer page's URL, which has no email address. */
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
 * STAFF-26: staff's notes about a customer, by lower-cased email address. They do not refer to the customer's summary,
 * because triggers may delete and recreate that row.
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
