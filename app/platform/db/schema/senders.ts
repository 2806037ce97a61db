/** Saved receivers and batches of parcels, for frequent senders. */
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
 * SENDER-1: a receiver in an address book. The book belongs to a person, a store or a business and is deleted
 * with its owner. A booking copies the values of the row and does not refer to the row.
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
    /** Another person who may take the parcel in place of the receiver. */
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

/** The maker of a batch: a customer, a customer for a store, a member for a business, or staff for a customer. */
export const BATCH_KINDS = ["customer", "store", "business", "staff"] as const;

/**
 * BULK-1: a table of parcels that one person books together. The batch is a draft until its rows are booked.
 * It is deleted 30 days after its last change, or with its author's account.
 */
export const bookingBatches = pg.pgTable(
  "booking_batches",
  {
    id: id(),
    kind: pg.text("kind", { enum: BATCH_KINDS }).notNull(),
    /** The author of the batch: a customer or a member of staff. Nobody else sees the batch. */
    userId: belongsTo("user_id", () => profiles.id),
    storeId: pg.uuid("store_id").references((): pg.AnyPgColumn => stores.id, { onDelete: "cascade" }),
    /** The business that pays for the rows; null for other batches. */
    businessId: pg.uuid("business_id").references((): pg.AnyPgColumn => businesses.id),
    /** The member of staff who books the rows; null if a customer books them. */
    adminId: pg.uuid("admin_id").references((): pg.AnyPgColumn => adminMembers.id, { onDelete: "set null" }),
    sender: pg.jsonb("sender").notNull().$type<Record<string, string>>(),
    /** The column names of the file, and the field that each column fills; null for an ignored column. */
    columns: pg.jsonb("columns").notNull().$type<{ name: string; field: string | null }[]>(),
    /** The number of the file's line with the column names. */
    headingRow: pg.integer("heading_row").notNull(),
    /** A hash of the file's rows in any order. It recognises a file that is uploaded again. */
    rowsHash: bytea("rows_hash").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** When the person last pressed 'Book'. The prices and days as of this time apply. */
    confirmedAt: moment("confirmed_at"),
    /** When all chosen rows were booked or refused; null before. */
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

/** A row of a batch. `row` is its number in the sheet; row 1 has the column names. */
export const bookingBatchRows = pg.pgTable(
  "booking_batch_rows",
  {
    batchId: belongsTo("batch_id", () => bookingBatches.id),
    row: pg.integer("row").notNull(),
    /** The file's cells; empty once the receiver is erased. */
    cells: pg.jsonb("cells").notNull().$type<string[]>(),
    /** The booking form's fields as text, after corrections; empty once the receiver is erased. */
    fields: pg.jsonb("fields").notNull().$type<Record<string, string>>(),
    /** Why the program that read the table distrusts the row; null for a trusted row. */
    fault: pg.text("fault"),
    /** When the row was chosen for booking; null for a draft row. */
    chosenAt: moment("chosen_at"),
    bookingId: pg.uuid("booking_id").references((): pg.AnyPgColumn => bookings.id, { onDelete: "set null" }),
    trackingCode: pg.text("tracking_code"),
    totalKobo: bigNumber("total_kobo"),
    /** Why a chosen row was not booked. Such a row is a draft again. */
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
