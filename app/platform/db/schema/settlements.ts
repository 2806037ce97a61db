/** Cash on delivery: who is owed what, and what was paid out. */
import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  unique,
  uuid,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import { PAYMENT_METHODS } from "../../../domain/payment.ts";
import { COLLECTION_REASONS, ENTRY_KINDS } from "../../../domain/settlement.ts";
import { moment, createdAt, id, countedId, refersTo, ledgerColumns, oneOf } from "./columns.ts";
import { indexWhereSet } from "./indexes.ts";
import { cashEntries } from "./cash.ts";
import { profiles } from "./people.ts";
import { bookings } from "./bookings.ts";
import { stores } from "./stores.ts";

/**
 * SETTLE-1: who is paid out what receivers paid: a customer or a store. The row outlives the account, because of the money: both
 * ids are null then.
 */
export const payees = pgTable(
  "payees",
  {
    id: id(),
    customerId: uuid("customer_id")
      .unique()
      .references(() => profiles.id, { onDelete: "set null" }),
    storeId: uuid("store_id")
      .unique()
      .references((): AnyPgColumn => stores.id, { onDelete: "set null" }),
    /** The bank account to pay out to; all null before there is one. Only a super admin sees the whole number. */
    bank: text("bank"),
    accountName: text("account_name"),
    accountNumber: text("account_number"),
    accountSince: moment("account_since"),
    /** Collected less handling less paid out, kept by a trigger. Below 0 where a collection was reversed after it was paid out. */
    owedKobo: bigint("owed_kobo", { mode: "number" }).notNull().default(0),
    /** CASH-3: of what is owed, what riders collected and have not paid in: it is paid out later. Kept by triggers. */
    heldKobo: bigint("held_kobo", { mode: "number" }).notNull().default(0),
    /** Since when something is owed; null while nothing is. */
    owedSince: moment("owed_since"),
    /** The Monday of the last week whose statement was mailed. */
    statedWeek: date("stated_week", { mode: "string" }),
    createdAt: createdAt(),
  },
  (t) => [
    check("payees_one", sql`num_nonnulls(${t.customerId}, ${t.storeId}) <= 1`),
    check(
      "payees_account",
      sql`num_nonnulls(${t.bank}, ${t.accountName}, ${t.accountNumber}, ${t.accountSince}) in (0, 4)`,
    ),
    check("payees_account_number", sql`${t.accountNumber} ~ '^[0-9]{10}$'`),
    check("payees_owed_since", sql`(${t.owedKobo} > 0) = (${t.owedSince} is not null)`),
    index("payees_owed")
      .on(t.owedSince, t.id)
      .where(sql`owed_kobo > 0`),
  ],
);

/** COD-1: the amount to collect from the receiver of a booking, with the handling of the price list of its day. Sums are kept by a trigger. */
export const cashOnDelivery = pgTable(
  "cash_on_delivery",
  {
    bookingId: uuid("booking_id")
      .primaryKey()
      .references(() => bookings.id),
    payeeId: refersTo("payee_id", () => payees.id),
    amountKobo: bigint("amount_kobo", { mode: "number" }).notNull(),
    codFeePerMille: integer("cod_fee_per_mille").notNull(),
    codFeeMinimumKobo: bigint("cod_fee_minimum_kobo", { mode: "number" }).notNull(),
    collectedKobo: bigint("collected_kobo", { mode: "number" }).notNull().default(0),
    codFeeKobo: bigint("cod_fee_kobo", { mode: "number" }).notNull().default(0),
    /** When staff last said what was collected; null before. */
    recordedAt: moment("recorded_at"),
    createdAt: createdAt(),
  },
  (t) => [
    check("cash_on_delivery_amount", sql`${t.amountKobo} between 1 and 500000000`),
    check("cash_on_delivery_collected", sql`${t.collectedKobo} between 0 and ${t.amountKobo}`),
    check("cash_on_delivery_cod_fee", sql`${t.codFeeKobo} between 0 and ${t.collectedKobo}`),
    check(
      "cash_on_delivery_terms",
      sql`${t.codFeePerMille} between 0 and 1000 and ${t.codFeeMinimumKobo} >= 0`,
    ),
    index("cash_on_delivery_payee").on(t.payeeId),
    index("cash_on_delivery_unrecorded")
      .on(t.createdAt, t.bookingId)
      .where(sql`recorded_at is null`),
  ],
);

/** The ledger of what was collected for payees and paid out to them: rows are added, never changed (trigger). */
export const settlementEntries = pgTable(
  "settlement_entries",
  {
    id: countedId(),
    payeeId: refersTo("payee_id", () => payees.id),
    /** The booking that money was collected for, or whose return was deducted; null for what was paid out. */
    bookingId: uuid("booking_id").references((): AnyPgColumn => bookings.id),
    kind: text("kind", { enum: ENTRY_KINDS }).notNull(),
    method: text("method", { enum: PAYMENT_METHODS }).notNull(),
    /** What the payee is owed more for it, before handling: below 0 for what was paid out and for a reversed collection. */
    grossKobo: bigint("gross_kobo", { mode: "number" }).notNull(),
    /** The handling that it adds; below 0 for a reversal. */
    codFeeKobo: bigint("cod_fee_kobo", { mode: "number" }).notNull().default(0),
    reference: text("reference"),
    /** Why less was collected than asked. */
    reason: text("reason", { enum: COLLECTION_REASONS }),
    note: text("note"),
    /** Bank and last four digits of the account that it was paid out to. */
    paidTo: text("paid_to"),
    /** The number of the payouts that were recorded together, for one file for the bank; null of any other entry. */
    batch: integer("batch"),
    /** The entry of the cash that was collected; null where no account of cash has it: then it can be paid out at once. */
    cashEntryId: bigint("cash_entry_id", { mode: "number" }).references((): AnyPgColumn => cashEntries.id),
    reverses: bigint("reverses", { mode: "number" })
      .unique()
      .references((): AnyPgColumn => settlementEntries.id),
    ...ledgerColumns(),
  },
  (t) => [
    check("settlement_entries_kind", oneOf(t.kind, ENTRY_KINDS)),
    check("settlement_entries_method", oneOf(t.method, PAYMENT_METHODS)),
    check("settlement_entries_reason", oneOf(t.reason, COLLECTION_REASONS)),
    check("settlement_entries_reversal", sql`(${t.kind} = 'reversed') = (${t.reverses} is not null)`),
    check(
      "settlement_entries_collected",
      sql`${t.kind} <> 'collected' or (${t.grossKobo} between 1 and 500000000 and ${t.codFeeKobo} between 0 and ${t.grossKobo} and ${t.bookingId} is not null)`,
    ),
    check(
      "settlement_entries_none",
      sql`${t.kind} <> 'not_collected' or (${t.grossKobo} = 0 and ${t.codFeeKobo} = 0 and ${t.reason} is not null and ${t.bookingId} is not null)`,
    ),
    check(
      "settlement_entries_paid_out",
      sql`${t.kind} <> 'paid_out' or (${t.grossKobo} < 0 and ${t.codFeeKobo} = 0 and ${t.reference} is not null and ${t.bookingId} is null)`,
    ),
    check(
      "settlement_entries_deducted",
      sql`${t.kind} <> 'deducted' or (${t.grossKobo} < 0 and ${t.codFeeKobo} = 0 and ${t.method} = 'deducted' and ${t.bookingId} is not null)`,
    ),
    check("settlement_entries_batch", sql`${t.batch} is null or (${t.batch} > 0 and ${t.kind} = 'paid_out')`),
    unique("settlement_entries_reference").on(t.method, t.reference),
    indexWhereSet("settlement_entries_cash_entry", t.cashEntryId, "cash_entry_id"),
    index("settlement_entries_batches")
      .on(t.batch, t.id)
      .where(sql`batch is not null`),
    index("settlement_entries_payee").on(t.payeeId, t.at, t.id),
    index("settlement_entries_booking").on(t.bookingId, t.id),
  ],
);
