/** What frequent senders keep: saved receivers, and batches of parcels. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { STATES } from "../../../domain/states.ts";
import { belongsTo, bigNumber, bytea, createdAt, id, moment, oneOf, updatedAt } from "./columns.ts";
import { bookings } from "./bookings.ts";
import { businesses } from "./businesses.ts";
import { indexWhereSet } from "./indexes.ts";
import { adminMembers, profiles } from "./people.ts";
import { stores } from "./stores.ts";

/**
 * SENDER-1: a receiver in somebody's address book. The book belongs to a person, a store or a business, and the row goes
 * with them. A booking copies from it and does not refer to it.
 */
export const savedReceivers = pg.pgTable(
  "saved_receivers",
  {
    id: id(),
    userId: pg.uuid("user_id").references(() => profiles.id, { onDelete: "cascade" }),
    storeId: pg.uuid("store_id").references((): pg.AnyPgColumn => stores.id, { onDelete: "cascade" }),
    businessId: pg
      .uuid("business_id")
      .references((): pg.AnyPgColumn => businesses.id, { onDelete: "cascade" }),
    fullName: pg.text("full_name").notNull(),
    phone: pg.text("phone").notNull(),
    address: pg.text("address").notNull(),
    state: pg.text("state", { enum: STATES as [string, ...string[]] }).notNull(),
    landmark: pg.text("landmark"),
    note: pg.text("note"),
    /** Who else may take the parcel. */
    taker: pg.text("taker"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    search: pg
      .text("search")
      .generatedAlwaysAs(
        sql`search_fold(full_name || ' ' || phone || ' ' || address || ' ' || coalesce(landmark, ''))`,
      ),
  },
  (t) => [
    pg.check("saved_receivers_owner", sql`num_nonnulls(${t.userId}, ${t.storeId}, ${t.businessId}) = 1`),
    pg.check("saved_receivers_phone", sql`${t.phone} ~ '^\\+[1-9][0-9]{6,14}$'`),
    pg.check("saved_receivers_state", oneOf(t.state, STATES)),
    pg.index("saved_receivers_user").on(t.userId, t.createdAt, t.id),
    pg.index("saved_receivers_store").on(t.storeId, t.createdAt, t.id),
    pg.index("saved_receivers_business").on(t.businessId, t.createdAt, t.id),
    pg.index("saved_receivers_phone_erased").on(t.phone),
  ],
);

/**
 * The roles in which a batch is made: a customer, a customer for their store, a member for their business, a member of staff
 * for a customer.
 */
export const BATCH_KINDS = ["customer", "store", "business", "staff"] as const;

/**
 * BULK-1: a table of parcels that one person books together. It is a draft until its rows are booked, and is deleted 30
 * days after its last change. It goes with the account of the person who made it.
 */
export const bookingBatches = pg.pgTable(
  "booking_batches",
  {
    id: id(),
    kind: pg.text("kind", { enum: BATCH_KINDS }).notNull(),
    /** The person who made it: a customer, or the member of staff. Nobody else sees it. */
    userId: belongsTo("user_id", () => profiles.id),
    storeId: pg.uuid("store_id").references((): pg.AnyPgColumn => stores.id, { onDelete: "cascade" }),
    /** The business on whose account the rows are booked; null for other batches. */
    businessId: pg.uuid("business_id").references((): pg.AnyPgColumn => businesses.id),
    /** The membership of staff by which the rows are booked; null for customers. */
    adminId: pg.uuid("admin_id").references((): pg.AnyPgColumn => adminMembers.id, { onDelete: "set null" }),
    sender: pg.jsonb("sender").notNull().$type<Record<string, string>>(),
    /** The names of the columns that came, and the field that each fills; null for a column that is ignored. */
    columns: pg.jsonb("columns").notNull().$type<{ name: string; field: string | null }[]>(),
    /** The line of the file that has the names of the columns. */
    headingRow: pg.integer("heading_row").notNull(),
    /** A hash of the rows that came, in any order, by which the same file is known again. */
    rowsHash: bytea("rows_hash").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** The time at which the person last pressed 'Book'. Prices and days are those of this time. */
    confirmedAt: moment("confirmed_at"),
    /** The time at which all chosen rows were booked or refused; null while rows are being booked, and before. */
    finishedAt: moment("finished_at"),
  },
  (t) => [
    pg.check("booking_batches_kind", oneOf(t.kind, BATCH_KINDS)),
    pg.check("booking_batches_store", sql`(${t.kind} = 'store') = (${t.storeId} is not null)`),
    pg.check("booking_batches_business", sql`(${t.kind} = 'business') = (${t.businessId} is not null)`),
    pg.index("booking_batches_business_id").on(t.businessId),
    pg.index("booking_batches_owner").on(t.userId, t.createdAt, t.id),
    pg.index("booking_batches_store_id").on(t.storeId),
    pg.index("booking_batches_admin").on(t.adminId),
    pg.index("booking_batches_updated").on(t.updatedAt),
    indexWhereSet("booking_batches_confirmed", t.confirmedAt, "confirmed_at"),
  ],
);

/** A row of a batch. `row` is its number in the sheet, in which the heading is row 1. */
export const bookingBatchRows = pg.pgTable(
  "booking_batch_rows",
  {
    batchId: belongsTo("batch_id", () => bookingBatches.id),
    row: pg.integer("row").notNull(),
    /** The cells that came; empty once the receiver is erased. */
    cells: pg.jsonb("cells").notNull().$type<string[]>(),
    /** The fields of the booking form as text, after corrections; empty once the receiver is erased. */
    fields: pg.jsonb("fields").notNull().$type<Record<string, string>>(),
    /** The reason for which the reader of tables does not trust the row; null if it does. */
    fault: pg.text("fault"),
    /** The time at which the row was chosen to be booked; null for a row that is a draft. */
    chosenAt: moment("chosen_at"),
    bookingId: pg.uuid("booking_id").references((): pg.AnyPgColumn => bookings.id, { onDelete: "set null" }),
    trackingCode: pg.text("tracking_code"),
    totalKobo: bigNumber("total_kobo"),
    /** The reason for which a chosen row was not booked. It is a draft again. */
    refused: pg.text("refused"),
  },
  (t) => [
    pg.primaryKey({ columns: [t.batchId, t.row] }),
    indexWhereSet("booking_batch_rows_booking", t.bookingId, "booking_id"),
    pg
      .index("booking_batch_rows_chosen")
      .on(t.batchId, t.row)
      .where(sql`chosen_at is not null and tracking_code is null`),
  ],
);
