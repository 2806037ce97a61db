/** Payments of bookings: cash, transfers and online payments. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import {
  NOTICE_STATES,
  ONLINE_DISPUTES,
  ONLINE_PAYS,
  ONLINE_PROBLEMS,
  ONLINE_STATES,
  PAYMENT_DIRECTIONS,
  PAYMENT_METHODS,
} from "../../../domain/payment.ts";
import {
  bigNumber,
  createdAt,
  formColumns,
  id,
  ledgerColumns,
  moment,
  oneOf,
  refersTo,
  updatedAt,
} from "./columns.ts";
import { indexWhereSet } from "./indexes.ts";
import { ofAct } from "./acts.ts";
import { bookings } from "./bookings.ts";
import { cashEntries } from "./cash.ts";
import { claims } from "./claims.ts";

/**
 * The ledger of payments. Rows are added, never changed (trigger), except that erasing a person removes the
 * texts about that person. A row in the opposite direction reverses a mistake.
 */
export const payments = pg.pgTable(
  "payments",
  {
    id: id(),
    bookingId: refersTo("booking_id", () => bookings.id),
    method: pg.text("method", { enum: PAYMENT_METHODS }).notNull(),
    direction: pg.text("direction", { enum: PAYMENT_DIRECTIONS }).notNull(),
    kobo: bigNumber("kobo").notNull(),
    reference: pg.text("reference"),
    /**
     * The payment that this payment reverses. A trigger checks that booking, method and amount are the same and that
     * the direction is opposite.
     */
    reverses: pg
      .uuid("reverses")
      .unique()
      .references((): pg.AnyPgColumn => payments.id),
    note: pg.text("note"),
    /** The payment's cash entry; null if no cash account holds the money. */
    cashEntryId: bigNumber("cash_entry_id").references((): pg.AnyPgColumn => cashEntries.id),
    /**
     * CLAIM-5: the claim for which this row pays money to the sender, or reverses such a payment. Rows with a
     * claim do not count towards the booking's price.
     */
    claimId: pg.uuid("claim_id").references((): pg.AnyPgColumn => claims.id),
    actId: ofAct(),
    ...ledgerColumns(),
  },
  (t) => [
    pg.check("payments_method", oneOf(t.method, PAYMENT_METHODS)),
    pg.check("payments_direction", oneOf(t.direction, PAYMENT_DIRECTIONS)),
    pg.check("payments_kobo", sql`${t.kobo} between 1 and 100000000000`),
    pg.check(
      "payments_out",
      sql`((${t.direction} = 'out') = (${t.claimId} is not null)) = (${t.reverses} is null)`,
    ),
    pg.unique("payments_reference").on(t.method, t.reference),
    indexWhereSet("payments_cash_entry", t.cashEntryId, "cash_entry_id"),
    pg.index("payments_act").on(t.actId),
    pg.index("payments_booking").on(t.bookingId, t.at, t.id),
    indexWhereSet("payments_claim", t.claimId, "claim_id"),
  ],
);

/** The price of a booking and the sum of its payments. Triggers of booking_charges and payments maintain them. */
export const bookingBalances = pg.pgTable(
  "booking_balances",
  {
    bookingId: pg
      .uuid("booking_id")
      .primaryKey()
      .references(() => bookings.id),
    chargeId: bigNumber("charge_id"),
    /** The price of the booking; null if the booking has no price yet. */
    priceKobo: bigNumber("price_kobo"),
    paidKobo: bigNumber("paid_kobo").notNull().default(0),
  },
  (t) => [
    pg.check("booking_balances_paid", sql`${t.paidKobo} >= 0`),
    // SETTLE-2: finds delivered bookings that the receiver pays for and whose payment is not recorded.
    pg
      .index("booking_balances_open")
      .on(t.bookingId)
      .where(sql`paid_kobo < price_kobo`),
    // PAY-7: finds bookings that were paid more than their price. The company pays the difference back.
    pg
      .index("booking_balances_overpaid")
      .on(t.bookingId)
      .where(sql`paid_kobo > price_kobo`),
  ],
);

/** PAY-4: the company's bank account for transfers. The table has at most one row. */
export const companyAccount = pg.pgTable(
  "company_account",
  {
    id: pg.integer("id").primaryKey().default(1),
    bank: pg.text("bank").notNull(),
    accountName: pg.text("account_name").notNull(),
    accountNumber: pg.text("account_number").notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [
    pg.check("company_account_one_row", sql`${t.id} = 1`),
    pg.check("company_account_number", sql`${t.accountNumber} ~ '^[0-9]{10}$'`),
  ],
);

/** PAY-5: a sender's notice of a transfer that the sender made. The notice does not change the booking's balance. */
export const transferNotices = pg.pgTable(
  "transfer_notices",
  {
    ...formColumns(),
    bookingId: refersTo("booking_id", () => bookings.id),
    kobo: bigNumber("kobo").notNull(),
    /** The Lagos day of the payment, as the sender reported it. */
    paidOn: pg.date("paid_on", { mode: "string" }).notNull(),
    reference: pg.text("reference"),
    state: pg.text("state", { enum: NOTICE_STATES }).notNull().default("open"),
    /** Why staff did not find the payment. The sender reads this text. */
    reason: pg.text("reason"),
    createdAt: createdAt(),
    closedAt: moment("closed_at"),
    /** No foreign key, because the row outlives the login account. */
    byUserId: pg.uuid("by_user_id"),
    byName: pg.text("by_name"),
  },
  (t) => [
    pg.check("transfer_notices_state", oneOf(t.state, NOTICE_STATES)),
    pg.check("transfer_notices_kobo", sql`${t.kobo} between 1 and 100000000000`),
    pg.check("transfer_notices_closed", sql`(${t.state} = 'open') = (${t.closedAt} is null)`),
    pg
      .uniqueIndex("transfer_notices_one_open")
      .on(t.bookingId)
      .where(sql`state = 'open'`),
    pg
      .index("transfer_notices_open")
      .on(t.createdAt, t.id)
      .where(sql`state = 'open'`),
    pg.index("transfer_notices_booking").on(t.bookingId, t.createdAt),
  ],
);

/**
 * ONLINE-1: attempts to pay online. This product creates `reference`, which nobody can guess. The ledger has each
 * reference at most once. `next_check_at` is when the provider is asked again; null if no check is needed.
 */
export const onlinePayments = pg.pgTable(
  "online_payments",
  {
    id: id(),
    bookingId: refersTo("booking_id", () => bookings.id),
    reference: pg.text("reference").notNull().unique(),
    kobo: bigNumber("kobo").notNull(),
    pays: pg.text("pays", { enum: ONLINE_PAYS }).notNull().default("price"),
    state: pg.text("state", { enum: ONLINE_STATES }).notNull().default("open"),
    /** The provider's payment page; null until the provider has responded, and after the attempt is decided. */
    checkoutUrl: pg.text("checkout_url"),
    nextCheckAt: moment("next_check_at"),
    problem: pg.text("problem", { enum: ONLINE_PROBLEMS }),
    /** The received amount in hundredths of the received currency. */
    receivedAmount: bigNumber("received_amount"),
    receivedCurrency: pg.text("received_currency"),
    /** The time of the next check for refunds and disputes; null if no check is due. */
    returnsCheckAt: moment("returns_check_at"),
    /**
     * The amount that the provider refunded to the payer, in hundredths of the received currency; null without a
     * refund.
     */
    refundedAmount: bigNumber("refunded_amount"),
    dispute: pg.text("dispute", { enum: ONLINE_DISPUTES }),
    createdAt: createdAt(),
    decidedAt: moment("decided_at"),
    /** When a member of staff closed the problem. The next columns are that person's note and name. */
    closedAt: moment("closed_at"),
    closedNote: pg.text("closed_note"),
    closedByName: pg.text("closed_by_name"),
  },
  (t) => [
    pg.check("online_payments_state", oneOf(t.state, ONLINE_STATES)),
    pg.check("online_payments_pays", oneOf(t.pays, ONLINE_PAYS)),
    pg.check("online_payments_dispute", oneOf(t.dispute, ONLINE_DISPUTES)),
    pg.check("online_payments_problem", oneOf(t.problem, ONLINE_PROBLEMS)),
    pg.check("online_payments_is_problem", sql`(${t.state} = 'problem') = (${t.problem} is not null)`),
    pg.check("online_payments_kobo", sql`${t.kobo} between 1 and 100000000000`),
    pg
      .uniqueIndex("online_payments_one_starting")
      .on(t.bookingId)
      .where(sql`state = 'open' and checkout_url is null`),
    indexWhereSet("online_payments_returns_due", t.returnsCheckAt, "returns_check_at"),
    indexWhereSet("online_payments_due", t.nextCheckAt, "next_check_at"),
    pg
      .index("online_payments_problems")
      .on(t.createdAt, t.id)
      .where(sql`state = 'problem' and closed_at is null`),
    pg.index("online_payments_booking").on(t.bookingId, t.createdAt),
  ],
);
