/** Cash on delivery: the amounts that the company owes to payees, and the payouts. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { PAYMENT_METHODS } from "../../../domain/payment.ts";
import { COLLECTION_REASONS, ENTRY_KINDS } from "../../../domain/settlement.ts";
import { bigNumber, countedId, createdAt, id, ledgerColumns, moment, oneOf, refersTo } from "./columns.ts";
import { indexWhereSet } from "./indexes.ts";
import { ofAct } from "./acts.ts";
import { cashEntries } from "./cash.ts";
import { profiles } from "./people.ts";
import { bookings } from "./bookings.ts";
import { stores } from "./stores.ts";

/**
 * SETTLE-1: customers or stores to whom the company owes the money that it collected from receivers. If the login
 * account is deleted, the row stays as a record of the money, and both ids are null.
 */
export const payees = pg.pgTable(
  "payees",
  {
    id: id(),
    customerId: pg
      .uuid("customer_id")
      .unique()
      .references(() => profiles.id, { onDelete: "set null" }),
    storeId: pg
      .uuid("store_id")
      .unique()
      .references((): pg.AnyPgColumn => stores.id, { onDelete: "set null" }),
    /**
     * All columns of the bank account are null if none was entered. Only a super admin sees the whole account number.
     */
    bank: pg.text("bank"),
    accountName: pg.text("account_name"),
    accountNumber: pg.text("account_number"),
    accountSince: moment("account_since"),
    /**
     * The sum of the collections less COD fees and less payouts, maintained by a trigger. Negative if a
     * collection was reversed after its payout.
     */
    owedKobo: bigNumber("owed_kobo").notNull().default(0),
    /**
     * CASH-3, CLAIM-3: the part of `owed_kobo` that cannot be paid out yet: collections that riders have not paid in,
     * online payments for undelivered parcels, and collections that claims have frozen. Maintained by triggers:
     * `is_prepaid`, `hold_prepaid`, `keep_settlement` and `is_frozen` in migrations/schema.sql decide what is held.
     */
    heldKobo: bigNumber("held_kobo").notNull().default(0),
    /** Since when `owed_kobo` is positive; null if it is 0 or negative. */
    owedSince: moment("owed_since"),
    /** The Monday of the last week for which a statement was mailed. */
    statedWeek: pg.date("stated_week", { mode: "string" }),
    createdAt: createdAt(),
  },
  (t) => [
    pg.check("payees_one", sql`num_nonnulls(${t.customerId}, ${t.storeId}) <= 1`),
    pg.check(
      "payees_account",
      sql`num_nonnulls(${t.bank}, ${t.accountName}, ${t.accountNumber}, ${t.accountSince}) in (0, 4)`,
    ),
    pg.check("payees_account_number", sql`${t.accountNumber} ~ '^[0-9]{10}$'`),
    pg.check("payees_owed_since", sql`(${t.owedKobo} > 0) = (${t.owedSince} is not null)`),
    pg
      .index("payees_owed")
      .on(t.owedSince, t.id)
      .where(sql`owed_kobo > 0`),
  ],
);

/**
 * COD-1: the amount to collect from a booking's receiver, and the COD fee by the price list of the booking's
 * day. A trigger maintains the sums of collected money.
 */
export const cashOnDelivery = pg.pgTable(
  "cash_on_delivery",
  {
    bookingId: pg
      .uuid("booking_id")
      .primaryKey()
      .references(() => bookings.id),
    payeeId: refersTo("payee_id", () => payees.id),
    amountKobo: bigNumber("amount_kobo").notNull(),
    codFeePerMille: pg.integer("cod_fee_per_mille").notNull(),
    codFeeMinimumKobo: bigNumber("cod_fee_minimum_kobo").notNull(),
    collectedKobo: bigNumber("collected_kobo").notNull().default(0),
    codFeeKobo: bigNumber("cod_fee_kobo").notNull().default(0),
    /** When staff last recorded a collection; null if none is recorded. */
    recordedAt: moment("recorded_at"),
    createdAt: createdAt(),
  },
  (t) => [
    pg.check("cash_on_delivery_amount", sql`${t.amountKobo} between 1 and 500000000`),
    pg.check("cash_on_delivery_collected", sql`${t.collectedKobo} between 0 and ${t.amountKobo}`),
    pg.check("cash_on_delivery_cod_fee", sql`${t.codFeeKobo} between 0 and ${t.collectedKobo}`),
    pg.check(
      "cash_on_delivery_terms",
      sql`${t.codFeePerMille} between 0 and 1000 and ${t.codFeeMinimumKobo} >= 0`,
    ),
    pg.index("cash_on_delivery_payee").on(t.payeeId),
    pg
      .index("cash_on_delivery_unrecorded")
      .on(t.createdAt, t.bookingId)
      .where(sql`recorded_at is null`),
  ],
);

/** The ledger of payees' collections and payouts. Rows are added, never changed (trigger). */
export const settlementEntries = pg.pgTable(
  "settlement_entries",
  {
    id: countedId(),
    payeeId: refersTo("payee_id", () => payees.id),
    /** The booking of a collection, or of a return whose price was deducted; null for a payout. */
    bookingId: pg.uuid("booking_id").references((): pg.AnyPgColumn => bookings.id),
    kind: pg.text("kind", { enum: ENTRY_KINDS }).notNull(),
    method: pg.text("method", { enum: PAYMENT_METHODS }).notNull(),
    /**
     * The amount by which the entry increases the debt to the payee, before the COD fee. Negative for a
     * payout and for a reversed collection.
     */
    grossKobo: bigNumber("gross_kobo").notNull(),
    /** The COD fee of the entry; negative for a reversal. */
    codFeeKobo: bigNumber("cod_fee_kobo").notNull().default(0),
    reference: pg.text("reference"),
    /** Why less than the requested amount was collected. */
    reason: pg.text("reason", { enum: COLLECTION_REASONS }),
    note: pg.text("note"),
    /** The bank and the last four digits of the payout's account. */
    paidTo: pg.text("paid_to"),
    /** The number of the bank file with which this and other payouts were recorded; null for any other entry. */
    batch: pg.integer("batch"),
    /**
     * The cash entry of the collection. Null if no cash account holds the money; the collection then does not
     * wait for a rider's pay-in.
     */
    cashEntryId: bigNumber("cash_entry_id").references((): pg.AnyPgColumn => cashEntries.id),
    reverses: bigNumber("reverses")
      .unique()
      .references((): pg.AnyPgColumn => settlementEntries.id),
    actId: ofAct(),
    ...ledgerColumns(),
  },
  (t) => [
    pg.check("settlement_entries_kind", oneOf(t.kind, ENTRY_KINDS)),
    pg.check("settlement_entries_method", oneOf(t.method, PAYMENT_METHODS)),
    pg.check("settlement_entries_reason", oneOf(t.reason, COLLECTION_REASONS)),
    pg.check("settlement_entries_reversal", sql`(${t.kind} = 'reversed') = (${t.reverses} is not null)`),
    pg.check(
      "settlement_entries_collected",
      sql`${t.kind} <> 'collected' or (${t.grossKobo} between 1 and 500000000 and ${t.codFeeKobo} between 0 and ${t.grossKobo} and ${t.bookingId} is not null)`,
    ),
    pg.check(
      "settlement_entries_none",
      sql`${t.kind} <> 'not_collected' or (${t.grossKobo} = 0 and ${t.codFeeKobo} = 0 and ${t.reason} is not null and ${t.bookingId} is not null)`,
    ),
    pg.check(
      "settlement_entries_paid_out",
      sql`${t.kind} <> 'paid_out' or (${t.grossKobo} < 0 and ${t.codFeeKobo} = 0 and ${t.reference} is not null and ${t.bookingId} is null)`,
    ),
    pg.check(
      "settlement_entries_deducted",
      sql`${t.kind} <> 'deducted' or (${t.grossKobo} < 0 and ${t.codFeeKobo} = 0 and ${t.method} = 'deducted' and ${t.bookingId} is not null)`,
    ),
    pg.check(
      "settlement_entries_batch",
      sql`${t.batch} is null or (${t.batch} > 0 and ${t.kind} = 'paid_out')`,
    ),
    pg.unique("settlement_entries_reference").on(t.method, t.reference),
    indexWhereSet("settlement_entries_cash_entry", t.cashEntryId, "cash_entry_id"),
    pg
      .index("settlement_entries_batches")
      .on(t.batch, t.id)
      .where(sql`batch is not null`),
    pg.index("settlement_entries_payee").on(t.payeeId, t.at, t.id),
    pg.index("settlement_entries_act").on(t.actId),
    pg.index("settlement_entries_booking").on(t.bookingId, t.id),
  ],
);
