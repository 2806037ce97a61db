/**
 * Businesses that book on account: their members, price agreements, invoices and money. Longer than 250 lines because
 * the tables of one ledger belong together.
 */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import {
  BUSINESS_CREDIT_KINDS,
  BUSINESS_METHODS,
  BUSINESS_STATES,
  INVOICE_KINDS,
  MEMBER_ROLES,
  REMINDERS,
  type InvoiceParty,
} from "../../../domain/business.ts";
import {
  belongsTo,
  bigNumber,
  countedId,
  createdAt,
  id,
  ledgerColumns,
  moment,
  oneOf,
  refersTo,
  versionColumns,
} from "./columns.ts";
import { ONLINE_STATES } from "../../../domain/payment.ts";
import { ofAct } from "./acts.ts";
import { bookings } from "./bookings.ts";
import { indexWhereSet } from "./indexes.ts";
import { payments } from "./payments.ts";
import { profiles } from "./people.ts";

/**
 * BUSINESS-1: a business and its terms. `used_kobo` is the unpaid cost of its bookings on account. `credit_kobo` is
 * received money that was not used for any booking yet. Triggers maintain both columns. The trigger of
 * `business_bookings` refuses a booking beyond the limit.
 */
export const businesses = pg.pgTable(
  "businesses",
  {
    id: id(),
    name: pg.text("name").notNull(),
    rcNumber: pg.text("rc_number"),
    tin: pg.text("tin"),
    address: pg.text("address").notNull(),
    phone: pg.text("phone").notNull(),
    /** Invoices are mailed to this address. */
    email: pg.text("email").notNull(),
    state: pg.text("state", { enum: BUSINESS_STATES }).notNull().default("asked"),
    /** The reason for a refusal, which the applicant reads. */
    reason: pg.text("reason"),
    termsDays: pg.integer("terms_days").notNull().default(14),
    limitKobo: bigNumber("limit_kobo").notNull().default(0),
    /** Bookings on account stop if an invoice is overdue by more than this number of days. */
    graceDays: pg.integer("grace_days").notNull().default(7),
    /**
     * The most parcels that a business can book on one day. The parcels in tables that members upload, and the parcels
     * that are booked with live API keys, count together.
     */
    rowsADay: pg.integer("rows_a_day").notNull().default(2000),
    usedKobo: bigNumber("used_kobo").notNull().default(0),
    creditKobo: bigNumber("credit_kobo").notNull().default(0),
    decidedAt: moment("decided_at"),
    ...versionColumns(),
    search: pg
      .text("search")
      .generatedAlwaysAs(
        sql`search_fold(name || ' ' || coalesce(rc_number, '') || ' ' || email || ' ' || phone)`,
      ),
  },
  (t) => [
    pg.check("businesses_state", oneOf(t.state, BUSINESS_STATES)),
    pg.check("businesses_terms", sql`${t.termsDays} in (7, 14, 30)`),
    pg.check("businesses_limit_kobo", sql`${t.limitKobo} between 0 and 100000000000`),
    pg.check("businesses_grace", sql`${t.graceDays} between 0 and 90`),
    pg.check("businesses_rows_a_day", sql`${t.rowsADay} between 0 and 100000`),
    pg.check("businesses_credit", sql`${t.creditKobo} >= 0`),
    pg.index("businesses_newest").on(t.createdAt, t.id),
  ],
);

/** BUSINESS-2: the members of businesses. A person is a member of one business. */
export const businessMembers = pg.pgTable(
  "business_members",
  {
    businessId: belongsTo("business_id", () => businesses.id),
    userId: pg
      .uuid("user_id")
      .primaryKey()
      .references(() => profiles.id, { onDelete: "cascade" }),
    role: pg.text("role", { enum: MEMBER_ROLES }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    pg.check("business_members_role", oneOf(t.role, MEMBER_ROLES)),
    pg.index("business_members_business").on(t.businessId, t.createdAt),
  ],
);

/** BUSINESS-2: people who were invited by mail and have not accepted the invitation. */
export const businessInvites = pg.pgTable(
  "business_invites",
  {
    id: id(),
    businessId: belongsTo("business_id", () => businesses.id),
    email: pg.text("email").notNull(),
    role: pg.text("role", { enum: MEMBER_ROLES }).notNull(),
    createdAt: createdAt(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [
    pg.check("business_invites_role", oneOf(t.role, MEMBER_ROLES)),
    pg.unique("business_invites_email").on(t.businessId, t.email),
    pg.index("business_invites_to").on(t.email),
    pg.index("business_invites_ends").on(t.expiresAt),
  ],
);

/** BUSINESS-3: a business's history, which its owners read. Rows are added, never changed (trigger). */
export const businessEvents = pg.pgTable(
  "business_events",
  {
    id: countedId(),
    businessId: refersTo("business_id", () => businesses.id),
    text: pg.text("text").notNull(),
    ...ledgerColumns(),
  },
  (t) => [pg.index("business_events_business").on(t.businessId, t.id)],
);

/** BUSINESS-4: a version of a business's prices. Rows are added, never changed (trigger); the newest applies. */
export const businessAgreements = pg.pgTable(
  "business_agreements",
  {
    id: id(),
    businessId: refersTo("business_id", () => businesses.id),
    version: pg.integer("version").notNull(),
    /** The discount on list prices, per thousand. */
    discountPerMille: pg.integer("discount_per_mille").notNull(),
    /** The business's own price list; null if the company's list applies. */
    document: pg.jsonb("document").$type<unknown>(),
    ...ledgerColumns(),
  },
  (t) => [
    pg.unique("business_agreements_version").on(t.businessId, t.version),
    pg.check("business_agreements_discount", sql`${t.discountPerMille} between 0 and 900`),
  ],
);

/** BUSINESS-5: the bookings of a business. A business keeps its bookings when the member who made them leaves. */
export const businessBookings = pg.pgTable(
  "business_bookings",
  {
    bookingId: pg
      .uuid("booking_id")
      .primaryKey()
      .references(() => bookings.id, { onDelete: "cascade" }),
    businessId: refersTo("business_id", () => businesses.id),
    /** True if the booking goes on an invoice; false if it is paid directly, as bookings without a business are. */
    onAccount: pg.boolean("on_account").notNull(),
    /** The price agreement under which the booking was priced; null if there was none. */
    agreementId: pg.uuid("agreement_id").references((): pg.AnyPgColumn => businessAgreements.id),
    costCentre: pg.text("cost_centre"),
    createdAt: createdAt(),
  },
  (t) => [
    pg.index("business_bookings_business").on(t.businessId, t.createdAt, t.bookingId),
    pg.index("business_bookings_agreement").on(t.agreementId),
    pg.check("business_bookings_cost_centre", sql`length(${t.costCentre}) between 1 and 60`),
  ],
);

/**
 * BUSINESS-8: the ledger of a business's credit. Rows are added, never changed (trigger). Received money increases
 * the credit, and paid bookings decrease it.
 */
export const businessCredits = pg.pgTable(
  "business_credits",
  {
    id: countedId(),
    businessId: refersTo("business_id", () => businesses.id),
    kind: pg.text("kind", { enum: BUSINESS_CREDIT_KINDS }).notNull(),
    /** Positive for added money, negative for used money. */
    kobo: bigNumber("kobo").notNull(),
    method: pg.text("method", { enum: BUSINESS_METHODS }),
    reference: pg.text("reference"),
    /**
     * For used money, the payment of a booking with this money. For returned money, the payment that reverses such a
     * payment. Null for other rows.
     */
    paymentId: pg
      .uuid("payment_id")
      .unique()
      .references((): pg.AnyPgColumn => payments.id),
    /** The row of received money that this row reverses. */
    reverses: bigNumber("reverses")
      .unique()
      .references((): pg.AnyPgColumn => businessCredits.id),
    note: pg.text("note"),
    actId: ofAct(),
    ...ledgerColumns(),
  },
  (t) => [
    pg.check("business_credits_kind", oneOf(t.kind, BUSINESS_CREDIT_KINDS)),
    pg.check(
      "business_credits_kobo",
      sql`${t.kobo} <> 0 and (${t.kind} in ('received', 'returned')) = (${t.kobo} > 0)`,
    ),
    pg.check(
      "business_credits_payment",
      sql`(${t.kind} in ('used', 'returned')) = (${t.paymentId} is not null)`,
    ),
    pg.check("business_credits_method", sql`(${t.kind} = 'received') = (${t.method} is not null)`),
    pg.check("business_credits_reverses", sql`(${t.kind} = 'reversed') = (${t.reverses} is not null)`),
    pg.unique("business_credits_reference").on(t.method, t.reference),
    pg.index("business_credits_business").on(t.businessId, t.id),
    pg.index("business_credits_act").on(t.actId),
  ],
);

/**
 * BUSINESS-8: businesses' attempts to pay online. Received money is a row of the ledger with the attempt's reference.
 * Money in another currency than the naira is a problem for staff. `next_check_at` is when the provider is asked again.
 */
export const businessOnlinePayments = pg.pgTable(
  "business_online_payments",
  {
    id: id(),
    businessId: refersTo("business_id", () => businesses.id),
    reference: pg.text("reference").notNull().unique(),
    kobo: bigNumber("kobo").notNull(),
    state: pg.text("state", { enum: ONLINE_STATES }).notNull().default("open"),
    /** The provider's page; null until the provider has responded, and after the attempt is decided. */
    checkoutUrl: pg.text("checkout_url"),
    nextCheckAt: moment("next_check_at"),
    /** The received amount in hundredths of the received currency; null until money was received. */
    receivedAmount: bigNumber("received_amount"),
    receivedCurrency: pg.text("received_currency"),
    createdAt: createdAt(),
    decidedAt: moment("decided_at"),
    /** When staff closed the problem, what they did, and who closed it; null while the problem is open. */
    closedAt: moment("closed_at"),
    closedNote: pg.text("closed_note"),
    closedByName: pg.text("closed_by_name"),
  },
  (t) => [
    pg.check("business_online_payments_state", oneOf(t.state, ONLINE_STATES)),
    pg.check("business_online_payments_kobo", sql`${t.kobo} between 1 and 100000000000`),
    pg
      .uniqueIndex("business_online_payments_one_starting")
      .on(t.businessId)
      .where(sql`state = 'open' and checkout_url is null`),
    indexWhereSet("business_online_payments_due", t.nextCheckAt, "next_check_at"),
    pg.index("business_online_payments_business").on(t.businessId, t.createdAt),
  ],
);

/**
 * BUSINESS-6: the last invoice number and the last credit note number of a year. A transaction that writes an invoice
 * or a credit note locks the year's row.
 */
export const invoiceNumbers = pg.pgTable(
  "invoice_numbers",
  {
    kind: pg.text("kind", { enum: INVOICE_KINDS }).notNull(),
    year: pg.integer("year").notNull(),
    last: pg.integer("last").notNull(),
  },
  (t) => [
    pg.primaryKey({ columns: [t.kind, t.year] }),
    pg.check("invoice_numbers_kind", oneOf(t.kind, INVOICE_KINDS)),
  ],
);

/** BUSINESS-6: invoices and credit notes. Rows are added, never changed (trigger). Amounts in kobo include VAT. */
export const invoices = pg.pgTable(
  "invoices",
  {
    id: id(),
    kind: pg.text("kind", { enum: INVOICE_KINDS }).notNull(),
    year: pg.integer("year").notNull(),
    serial: pg.integer("serial").notNull(),
    businessId: refersTo("business_id", () => businesses.id),
    /** The invoice contains the charges that were written before this moment. */
    until: moment("until").notNull(),
    issuedOn: pg.date("issued_on", { mode: "string" }).notNull(),
    dueOn: pg.date("due_on", { mode: "string" }).notNull(),
    /** The sum of the lines: positive for an invoice, negative for a credit note. */
    totalKobo: bigNumber("total_kobo").notNull(),
    vatKobo: bigNumber("vat_kobo").notNull(),
    seller: pg.jsonb("seller").$type<InvoiceParty>().notNull(),
    buyer: pg.jsonb("buyer").$type<InvoiceParty>().notNull(),
    actId: ofAct(),
    ...ledgerColumns(),
  },
  (t) => [
    pg.check("invoices_kind", oneOf(t.kind, INVOICE_KINDS)),
    pg.unique("invoices_number").on(t.kind, t.year, t.serial),
    pg.check("invoices_total", sql`(${t.kind} = 'invoice') = (${t.totalKobo} > 0) and ${t.totalKobo} <> 0`),
    pg.index("invoices_business").on(t.businessId, t.issuedOn, t.id),
    pg.index("invoices_act").on(t.actId),
  ],
);

/** A line of an invoice: the change of a booking's price since the booking's previous line. */
export const invoiceLines = pg.pgTable(
  "invoice_lines",
  {
    id: countedId(),
    invoiceId: refersTo("invoice_id", () => invoices.id),
    bookingId: refersTo("booking_id", () => bookings.id),
    chargeId: bigNumber("charge_id").notNull(),
    label: pg.text("label").notNull(),
    costCentre: pg.text("cost_centre"),
    kobo: bigNumber("kobo").notNull(),
    vatKobo: bigNumber("vat_kobo").notNull(),
  },
  (t) => [
    pg.unique("invoice_lines_charge").on(t.bookingId, t.chargeId),
    pg.index("invoice_lines_invoice").on(t.invoiceId, t.id),
  ],
);

/** BUSINESS-9: the reminders that were sent for invoices, so that each reminder is sent only once. */
export const invoiceReminders = pg.pgTable(
  "invoice_reminders",
  {
    invoiceId: belongsTo("invoice_id", () => invoices.id),
    kind: pg.text("kind", { enum: REMINDERS }).notNull(),
    at: moment("at").notNull(),
  },
  (t) => [
    pg.primaryKey({ columns: [t.invoiceId, t.kind] }),
    pg.check("invoice_reminders_kind", oneOf(t.kind, REMINDERS)),
  ],
);
