/** Payments of bookings: cash, transfers and online payments. */
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
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import {
  NOTICE_STATES,
  ONLINE_DISPUTES,
  ONLINE_PAYS,
  ONLINE_PROBLEMS,
  ONLINE_STATES,
  PAYMENT_DIRECTIONS,
  PAYMENT_METHODS,
} from "../../../domain/payment.ts";
import { moment, createdAt, updatedAt, id, refersTo, ledgerColumns, oneOf, formColumns } from "./columns.ts";
import { indexWhereSet } from "./indexes.ts";
import { bookings } from "./bookings.ts";
import { cashEntries } from "./cash.ts";
import { claims } from "./claims.ts";

/**
 * The ledger: rows are added, never changed (trigger), except that erasing a person removes texts about them. A mistake is
 * reversed by a row in the other direction.
 */
export const payments = pgTable(
  "payments",
  {
    id: id(),
    bookingId: refersTo("booking_id", () => bookings.id),
    method: text("method", { enum: PAYMENT_METHODS }).notNull(),
    direction: text("direction", { enum: PAYMENT_DIRECTIONS }).notNull(),
    kobo: bigint("kobo", { mode: "number" }).notNull(),
    reference: text("reference"),
    /** The payment that this one reverses; a trigger checks booking, method, amount and direction. */
    reverses: uuid("reverses")
      .unique()
      .references((): AnyPgColumn => payments.id),
    note: text("note"),
    /** The cash entry of this payment; null if no cash account has it. */
    cashEntryId: bigint("cash_entry_id", { mode: "number" }).references((): AnyPgColumn => cashEntries.id),
    /**
     * CLAIM-5: a payment to the sender for a claim, or its return. It does not affect the paid amount of the booking's
     * price.
     */
    claimId: uuid("claim_id").references((): AnyPgColumn => claims.id),
    ...ledgerColumns(),
  },
  (t) => [
    check("payments_method", oneOf(t.method, PAYMENT_METHODS)),
    check("payments_direction", oneOf(t.direction, PAYMENT_DIRECTIONS)),
    check("payments_kobo", sql`${t.kobo} between 1 and 100000000000`),
    check(
      "payments_out",
      sql`((${t.direction} = 'out') = (${t.claimId} is not null)) = (${t.reverses} is null)`,
    ),
    unique("payments_reference").on(t.method, t.reference),
    indexWhereSet("payments_cash_entry", t.cashEntryId, "cash_entry_id"),
    index("payments_booking").on(t.bookingId, t.at, t.id),
    indexWhereSet("payments_claim", t.claimId, "claim_id"),
  ],
);

/** Price and sum of payments of a booking, maintained by triggers of booking_charges and payments. */
export const bookingBalances = pgTable(
  "booking_balances",
  {
    bookingId: uuid("booking_id")
      .primaryKey()
      .references(() => bookings.id),
    chargeId: bigint("charge_id", { mode: "number" }),
    /** Null if there is no price yet. */
    priceKobo: bigint("price_kobo", { mode: "number" }),
    paidKobo: bigint("paid_kobo", { mode: "number" }).notNull().default(0),
  },
  (t) => [
    check("booking_balances_paid", sql`${t.paidKobo} >= 0`),
    // SETTLE-2: bookings that were delivered to a paying receiver, and are not recorded.
    index("booking_balances_open")
      .on(t.bookingId)
      .where(sql`paid_kobo < price_kobo`),
    // PAY-7: bookings with an amount to pay back.
    index("booking_balances_overpaid")
      .on(t.bookingId)
      .where(sql`paid_kobo > price_kobo`),
  ],
);

/** PAY-4: the company's bank account for senders: one row, or none. */
export const companyAccount = pgTable(
  "company_account",
  {
    id: integer("id").primaryKey().default(1),
    bank: text("bank").notNull(),
    accountName: text("account_name").notNull(),
    accountNumber: text("account_number").notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check("company_account_one_row", sql`${t.id} = 1`),
    check("company_account_number", sql`${t.accountNumber} ~ '^[0-9]{10}$'`),
  ],
);

/** PAY-5: a sender's notice of a transfer. It changes no balance. */
export const transferNotices = pgTable(
  "transfer_notices",
  {
    ...formColumns(),
    bookingId: refersTo("booking_id", () => bookings.id),
    kobo: bigint("kobo", { mode: "number" }).notNull(),
    /** The Lagos day of the payment, as the sender reports it. */
    paidOn: date("paid_on", { mode: "string" }).notNull(),
    reference: text("reference"),
    state: text("state", { enum: NOTICE_STATES }).notNull().default("open"),
    /** The reason for which staff did not find the payment; the sender reads it. */
    reason: text("reason"),
    createdAt: createdAt(),
    closedAt: moment("closed_at"),
    /** The member of staff who closed it. No foreign key, because the row outlives the account. */
    byUserId: uuid("by_user_id"),
    byName: text("by_name"),
  },
  (t) => [
    check("transfer_notices_state", oneOf(t.state, NOTICE_STATES)),
    check("transfer_notices_kobo", sql`${t.kobo} between 1 and 100000000000`),
    check("transfer_notices_closed", sql`(${t.state} = 'open') = (${t.closedAt} is null)`),
    uniqueIndex("transfer_notices_one_open")
      .on(t.bookingId)
      .where(sql`state = 'open'`),
    index("transfer_notices_open")
      .on(t.createdAt, t.id)
      .where(sql`state = 'open'`),
    index("transfer_notices_booking").on(t.bookingId, t.createdAt),
  ],
);

/**
 * ONLINE-1: attempts to pay online. `reference` is ours and cannot be guessed; the ledger has it once. An attempt to be
 * checked with the provider has a time in `next_check_at`.
 */
export const onlinePayments = pgTable(
  "online_payments",
  {
    id: id(),
    bookingId: refersTo("booking_id", () => bookings.id),
    reference: text("reference").notNull().unique(),
    kobo: bigint("kobo", { mode: "number" }).notNull(),
    pays: text("pays", { enum: ONLINE_PAYS }).notNull().default("price"),
    state: text("state", { enum: ONLINE_STATES }).notNull().default("open"),
    /** The provider's page; null until it responded, and after the attempt is decided. */
    checkoutUrl: text("checkout_url"),
    nextCheckAt: moment("next_check_at"),
    problem: text("problem", { enum: ONLINE_PROBLEMS }),
    /** The received amount, in hundredths of its currency. */
    receivedAmount: bigint("received_amount", { mode: "number" }),
    receivedCurrency: text("received_currency"),
    /** The time of the next check for refunds and disputes; null if none is due. */
    returnsCheckAt: moment("returns_check_at"),
    /** The provider's refund to the payer, in hundredths of the received currency; null for none. */
    refundedAmount: bigint("refunded_amount", { mode: "number" }),
    dispute: text("dispute", { enum: ONLINE_DISPUTES }),
    createdAt: createdAt(),
    decidedAt: moment("decided_at"),
    /** The time and the note with which staff closed the problem. No foreign key, because the row outlives the account. */
    closedAt: moment("closed_at"),
    closedNote: text("closed_note"),
    closedByName: text("closed_by_name"),
  },
  (t) => [
    check("online_payments_state", oneOf(t.state, ONLINE_STATES)),
    check("online_payments_pays", oneOf(t.pays, ONLINE_PAYS)),
    check("online_payments_dispute", oneOf(t.dispute, ONLINE_DISPUTES)),
    check("online_payments_problem", oneOf(t.problem, ONLINE_PROBLEMS)),
    check("online_payments_is_problem", sql`(${t.state} = 'problem') = (${t.problem} is not null)`),
    check("online_payments_kobo", sql`${t.kobo} between 1 and 100000000000`),
    uniqueIndex("online_payments_one_starting")
      .on(t.bookingId)
      .where(sql`state = 'open' and checkout_url is null`),
    indexWhereSet("online_payments_returns_due", t.returnsCheckAt, "returns_check_at"),
    indexWhereSet("online_payments_due", t.nextCheckAt, "next_check_at"),
    index("online_payments_problems")
      .on(t.createdAt, t.id)
      .where(sql`state = 'problem' and closed_at is null`),
    index("online_payments_booking").on(t.bookingId, t.createdAt),
  ],
);
