/**
 * Every table of the product, in one file. Money is kobo (integer), weight is kg, times are UTC instants.
 * Longer than 250 lines because all tables belong on one page.
 * List indexes are plain ascending and read backwards: drizzle's .desc() makes NULLS LAST, which no ORDER BY ... DESC
 * matches, so that lists would be sorted in full. Triggers, the trigram index and the unlogged table are in
 * migrations/0001_rules.sql.
 */
import { sql, type SQL } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import { ACTIVITY_ACTIONS } from "../../domain/activity-actions.ts";
import { BATCH_OUTCOMES } from "../../domain/batch-outcomes.ts";
import { DELIVERY_STATUSES, DELIVERY_TYPES, PACKAGE_TYPES } from "../../domain/booking.ts";
import { EVENT_KINDS, type Corrections } from "../../domain/event-kinds.ts";
import { FAILURE_REASONS } from "../../domain/failure-reasons.ts";
import { LINK_PURPOSES } from "../../domain/link-purpose.ts";
import { ADMIN_ROLES } from "../../domain/roles.ts";
import { MESSAGE_SUBJECTS } from "../../domain/contact-subjects.ts";
import { STORE_CATEGORIES } from "../../domain/store-categories.ts";
import {
  CHARGE_KINDS,
  CLAIM_STATES,
  ONLINE_PROBLEMS,
  ONLINE_STATES,
  PAYMENT_DIRECTIONS,
  PAYMENT_METHODS,
  type PriceLine,
  type StatementColumns,
  type StatementDecisions,
} from "../../domain/payment.ts";
import { CREDIT_KINDS, HELD_REASONS, REWARD_STATES } from "../../domain/reward.ts";
import { ORDER_STATUSES } from "../../domain/order-status.ts";
import { TRACKING_CODE_PATTERN } from "../../domain/tracking-code.ts";
import { COLLECTION_REASONS, ENTRY_KINDS } from "../../domain/settlement.ts";

/** Millisecond precision, as in JavaScript: a cursor made from a row finds that row again. */
const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date", precision: 3 });
const createdAt = () => moment("created_at").notNull().defaultNow();
const updatedAt = () => moment("updated_at").notNull().defaultNow();
const id = () => uuid("id").primaryKey().defaultRandom();
/** Rises with each row, so that rows of the same moment keep their order. */
const countedId = () => bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity();
/** Who made the row; null once that person is deleted. */
const byUserId = () =>
  uuid("by_user_id").references((): AnyPgColumn => profiles.id, { onDelete: "set null" });
/** The id of the row that this one is a part of, and is deleted with. */
const belongsTo = (column: string, parent: () => AnyPgColumn) =>
  uuid(column).notNull().references(parent, { onDelete: "cascade" });
const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Keyed hash of the form's content, to detect the same idempotency key with other content. Null in older rows. */
const formHash = () => bytea("form_hash");

/** Finds the rows that a person made, when the person is deleted. */
const byUserIndex = (table: string, byUserId: Parameters<ReturnType<typeof index>["on"]>[0]) =>
  index(`${table}_by_user`)
    .on(byUserId)
    .where(sql`by_user_id is not null`);

/** `column in ('a', 'b')`, so that a list in TypeScript and the check in the database cannot differ. */
function oneOf(column: AnyPgColumn, words: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(words.map((word) => `'${word.replaceAll("'", "''")}'`).join(", "))})`;
}

// ── People ──────────────────────────────────────────────────────────────────

export const profiles = pgTable(
  "profiles",
  {
    id: id(),
    /** Always lower case: the check refuses anything else, so equality is the case-folded comparison. */
    email: text("email").notNull().unique(),
    firstName: text("first_name"),
    lastName: text("last_name"),
    fullName: text("full_name").generatedAlwaysAs(
      sql`nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '')`,
    ),
    phone: text("phone"),
    address: text("address"),
    referralCode: text("referral_code").unique(),
    emailVerifiedAt: moment("email_verified_at"),
    lastSignInAt: moment("last_sign_in_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check("profiles_email_lower", sql`${t.email} = lower(${t.email})`),
    check("profiles_phone_e164", sql`${t.phone} ~ '^\\+[1-9][0-9]{6,14}$'`),
  ],
);

export const passwords = pgTable("passwords", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => profiles.id, { onDelete: "cascade" }),
  hash: text("hash").notNull(),
  updatedAt: updatedAt(),
});

/** A signed-in browser. Only the SHA-256 of the cookie's token is stored. */
export const sessions = pgTable(
  "sessions",
  {
    tokenHash: bytea("token_hash").primaryKey(),
    userId: belongsTo("user_id", () => profiles.id),
    /** Whether it was made by a password at /admin/login; only such a session can carry an admin. */
    staff: boolean("staff").notNull().default(false),
    createdAt: createdAt(),
    lastSeenAt: moment("last_seen_at").notNull().defaultNow(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [index("sessions_user").on(t.userId), index("sessions_expires").on(t.expiresAt)],
);

/** An emailed link: signs in, signs up, registers a store or resets a password. Its token is stored as a hash. */
export const emailLinks = pgTable(
  "email_links",
  {
    id: id(),
    email: text("email").notNull(),
    purpose: text("purpose", { enum: LINK_PURPOSES }).notNull(),
    tokenHash: bytea("token_hash").notNull().unique(),
    /** Hash of a cookie of the browser that requested it; there the link confirms without a click. */
    browserHash: bytea("browser_hash"),
    /** The input of sign-up or store registration, until the link is used. */
    data: jsonb("data").$type<Record<string, unknown>>().notNull().default({}),
    next: text("next"),
    /** The network address of the request, named in the mail. */
    askedFrom: text("asked_from"),
    createdAt: createdAt(),
    expiresAt: moment("expires_at").notNull(),
    usedAt: moment("used_at"),
  },
  (t) => [
    check("email_links_email_lower", sql`${t.email} = lower(${t.email})`),
    check("email_links_purpose", oneOf(t.purpose, LINK_PURPOSES)),
    index("email_links_email").on(t.email, t.createdAt),
    index("email_links_browser").on(t.browserHash),
    index("email_links_expires").on(t.expiresAt),
  ],
);

export const referrals = pgTable(
  "referrals",
  {
    id: id(),
    referrerId: belongsTo("referrer_id", () => profiles.id),
    /** Unique: a person is referred once. */
    referredId: uuid("referred_id")
      .notNull()
      .unique()
      .references(() => profiles.id, { onDelete: "cascade" }),
    status: text("status").notNull().default("completed"),
    createdAt: createdAt(),
  },
  (t) => [
    check("referrals_status", oneOf(t.status, ["pending", "completed"])),
    check("referrals_not_self", sql`${t.referrerId} <> ${t.referredId}`),
    index("referrals_referrer").on(t.referrerId, t.createdAt),
  ],
);

/** REWARD-1: what a referral is worth: one row, or none. 0 kobo: off. */
export const referralTerms = pgTable(
  "referral_terms",
  {
    id: integer("id").primaryKey().default(1),
    rewardKobo: bigint("reward_kobo", { mode: "number" }).notNull(),
    /** Rewards of one referrer in a Lagos month. */
    perMonth: integer("per_month").notNull(),
    /** Parcels that were delivered before do not count. */
    startsAt: moment("starts_at").notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check("referral_terms_one_row", sql`${t.id} = 1`),
    check("referral_terms_kobo", sql`${t.rewardKobo} between 0 and 10000000`),
    check("referral_terms_month", sql`${t.perMonth} between 1 and 1000`),
  ],
);

/** REWARD-2: the decision about a referral's reward. */
export const referralRewards = pgTable(
  "referral_rewards",
  {
    referralId: uuid("referral_id")
      .primaryKey()
      .references(() => referrals.id, { onDelete: "cascade" }),
    /** The referred person's first paid parcel. */
    deliveryId: uuid("delivery_id")
      .notNull()
      .references((): AnyPgColumn => deliveries.id),
    state: text("state", { enum: REWARD_STATES }).notNull(),
    /** Why it was held. */
    reason: text("reason", { enum: HELD_REASONS }),
    kobo: bigint("kobo", { mode: "number" }).notNull(),
    createdAt: createdAt(),
    /** When staff decided about a held one, who, and why. No foreign key: the row outlives the account. */
    decidedAt: moment("decided_at"),
    byName: text("by_name"),
    note: text("note"),
  },
  (t) => [
    check("referral_rewards_state", oneOf(t.state, REWARD_STATES)),
    check("referral_rewards_reason", oneOf(t.reason, HELD_REASONS)),
    index("referral_rewards_delivery").on(t.deliveryId),
    index("referral_rewards_held")
      .on(t.createdAt, t.referralId)
      .where(sql`state = 'held'`),
  ],
);

/**
 * REWARD-3: credit from referrals: rows are added, never changed (trigger); a person has their sum. No foreign key to the
 * person: the ledger outlives the account.
 */
export const referralCredits = pgTable(
  "referral_credits",
  {
    id: countedId(),
    userId: uuid("user_id").notNull(),
    kind: text("kind", { enum: CREDIT_KINDS }).notNull(),
    /** Above 0 what is added, below 0 what a booking used. */
    kobo: bigint("kobo", { mode: "number" }).notNull(),
    /** Unique: a referral is rewarded once. */
    referralId: uuid("referral_id").unique(),
    deliveryId: uuid("delivery_id").references((): AnyPgColumn => deliveries.id),
    at: moment("at").notNull(),
  },
  (t) => [
    check("referral_credits_kind", oneOf(t.kind, CREDIT_KINDS)),
    check("referral_credits_kobo", sql`${t.kobo} <> 0 and (${t.kind} = 'used') = (${t.kobo} < 0)`),
    check("referral_credits_referral", sql`(${t.kind} = 'granted') = (${t.referralId} is not null)`),
    check("referral_credits_delivery", sql`(${t.kind} = 'granted') = (${t.deliveryId} is null)`),
    uniqueIndex("referral_credits_used_once")
      .on(t.deliveryId)
      .where(sql`kind = 'used'`),
    index("referral_credits_delivery_index").on(t.deliveryId),
    index("referral_credits_user").on(t.userId, t.at),
  ],
);

export const adminMembers = pgTable(
  "admin_members",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .unique()
      .references(() => profiles.id, { onDelete: "cascade" }),
    adminRole: text("admin_role", { enum: ADMIN_ROLES }).notNull(),
    lastAccessAt: moment("last_access_at"),
    createdAt: createdAt(),
  },
  (t) => [check("admin_members_role", oneOf(t.adminRole, ADMIN_ROLES))],
);

// ── Deliveries ──────────────────────────────────────────────────────────────

export const deliveries = pgTable(
  "deliveries",
  {
    id: id(),
    /** TRACK-1, e.g. OD48210973NG. The column keeps its first name: a process of the release before still reads it. */
    trackingCode: text("tracking_number").notNull().unique(),
    /** The idempotency key of the form that made it (BOOK-8). */
    formKey: uuid("form_key").notNull().unique(),
    formHash: formHash(),
    customerId: uuid("customer_id").references(() => profiles.id, { onDelete: "set null" }),
    orderId: uuid("order_id")
      .unique()
      .references((): AnyPgColumn => orders.id, { onDelete: "set null" }),
    senderName: text("sender_name").notNull(),
    senderEmail: text("sender_email").notNull(),
    senderPhone: text("sender_phone").notNull(),
    senderAddress: text("sender_address").notNull(),
    senderTown: text("sender_town"),
    senderState: text("sender_state").notNull(),
    receiverName: text("receiver_name").notNull(),
    receiverPhone: text("receiver_phone").notNull(),
    receiverAddress: text("receiver_address").notNull(),
    receiverTown: text("receiver_town"),
    receiverState: text("receiver_state").notNull(),
    packageDescription: text("package_description").notNull(),
    /** Whether the public track screen may show the description; else it says 'Package'. */
    shareDescription: boolean("share_description").notNull().default(false),
    /** Kilograms. */
    packageWeight: numeric("package_weight", { precision: 8, scale: 3, mode: "number" }).notNull(),
    /** What the sender says that it is worth, for the cover; null without. */
    declaredValueKobo: bigint("declared_value_kobo", { mode: "number" }),
    packageType: text("package_type", { enum: PACKAGE_TYPES }).notNull(),
    deliveryType: text("delivery_type", { enum: DELIVERY_TYPES }).notNull(),
    referralCode: text("referral_code"),
    /** The owner of that code, when it exists. */
    referrerId: uuid("referrer_id").references(() => profiles.id, { onDelete: "set null" }),
    notes: text("notes"),
    status: text("status", { enum: DELIVERY_STATUSES }).notNull().default("pending"),
    /**
     * Incremented by each change. A change names the version it saw, so that two staff cannot overwrite each other
     * (STATUS-3).
     */
    version: integer("version").notNull().default(1),
    estimatedDelivery: moment("estimated_delivery").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deliveredAt: moment("delivered_at"),
    search: text("search").generatedAlwaysAs(
      sql`lower(tracking_number || ' ' || sender_name || ' ' || sender_email || ' ' || sender_phone || ' ' || receiver_name || ' ' || receiver_phone)`,
    ),
  },
  (t) => [
    check(
      "deliveries_tracking_number",
      sql`${t.trackingCode} ~ ${sql.raw(`'^(${TRACKING_CODE_PATTERN})$'`)}`,
    ),
    check("deliveries_status", oneOf(t.status, DELIVERY_STATUSES)),
    check("deliveries_package_type", oneOf(t.packageType, PACKAGE_TYPES)),
    check("deliveries_delivery_type", oneOf(t.deliveryType, DELIVERY_TYPES)),
    check("deliveries_weight", sql`${t.packageWeight} > 0 and ${t.packageWeight} < 'NaN'::numeric`),
    check("deliveries_declared_value", sql`${t.declaredValueKobo} between 1 and 100000000000`),
    check("deliveries_delivered_at", sql`(${t.status} = 'delivered') = (${t.deliveredAt} is not null)`),
    index("deliveries_newest").on(t.createdAt, t.id),
    index("deliveries_status_newest").on(t.status, t.createdAt, t.id),
    index("deliveries_to_state_newest").on(t.receiverState, t.createdAt, t.id),
    /** STATUS-7: what is late, longest first. */
    index("deliveries_open_due")
      .on(t.estimatedDelivery, t.id)
      .where(sql`status in ('pending', 'in_transit')`),
    index("deliveries_customer").on(t.customerId, t.createdAt, t.id),
    index("deliveries_sender_email").on(sql`lower(${t.senderEmail})`, t.createdAt),
    index("deliveries_referrer")
      .on(t.referrerId)
      .where(sql`referrer_id is not null`),
  ],
);

export const deliveryEvents = pgTable(
  "delivery_events",
  {
    id: countedId(),
    deliveryId: belongsTo("delivery_id", () => deliveries.id),
    at: moment("at").notNull().defaultNow(),
    fromStatus: text("from_status", { enum: DELIVERY_STATUSES }),
    toStatus: text("to_status", { enum: DELIVERY_STATUSES }).notNull(),
    /** The member of staff; null for the sender's own booking. */
    byUserId: byUserId(),
    byName: text("by_name"),
    note: text("note"),
    kind: text("kind", { enum: EVENT_KINDS }).notNull().default("status_set"),
    /** Why it failed; null for other statuses and in events from before there were reasons. */
    reason: text("reason", { enum: FAILURE_REASONS }),
    /** The event that this one takes back. */
    undoes: bigint("undoes", { mode: "number" }),
    /** Before and after of a correction. Holds addresses and phones: erased with the people of the booking. */
    changes: jsonb("changes").$type<Corrections>(),
  },
  (t) => [
    check("delivery_events_to", oneOf(t.toStatus, DELIVERY_STATUSES)),
    check("delivery_events_kind", oneOf(t.kind, EVENT_KINDS)),
    check("delivery_events_reason", oneOf(t.reason, FAILURE_REASONS)),
    check("delivery_events_undoes", sql`(${t.kind} = 'undone') = (${t.undoes} is not null)`),
    index("delivery_events_delivery").on(t.deliveryId, t.id),
    byUserIndex("delivery_events", t.byUserId),
  ],
);

/** STAFF-23: one change of status for more bookings than a page shows, made by jobs. Its rows are chosen when it begins. */
export const statusBatches = pgTable(
  "status_batches",
  {
    id: id(),
    formKey: uuid("form_key").notNull().unique(),
    formHash: formHash(),
    /** The member of staff. Without membership the rest is not changed. */
    adminId: uuid("admin_id").references(() => adminMembers.id, { onDelete: "set null" }),
    toStatus: text("to_status", { enum: DELIVERY_STATUSES }).notNull(),
    reason: text("reason", { enum: FAILURE_REASONS }),
    note: text("note"),
    total: integer("total").notNull(),
    createdAt: createdAt(),
    cancelledAt: moment("cancelled_at"),
    finishedAt: moment("finished_at"),
  },
  (t) => [
    check("status_batches_to", oneOf(t.toStatus, DELIVERY_STATUSES)),
    check("status_batches_reason", oneOf(t.reason, FAILURE_REASONS)),
    index("status_batches_newest").on(t.createdAt, t.id),
    index("status_batches_admin").on(t.adminId),
  ],
);

export const statusBatchRows = pgTable(
  "status_batch_rows",
  {
    batchId: belongsTo("batch_id", () => statusBatches.id),
    /** From 1, in the order in which they are changed. */
    place: integer("place").notNull(),
    deliveryId: uuid("delivery_id").notNull(),
    trackingCode: text("tracking_number").notNull(),
    /** The version when the rows were chosen: who was faster wins (STATUS-3). */
    version: integer("version").notNull(),
    /** Null until it was tried. */
    outcome: text("outcome", { enum: BATCH_OUTCOMES }),
  },
  (t) => [
    primaryKey({ columns: [t.batchId, t.place] }),
    check("status_batch_rows_outcome", oneOf(t.outcome, BATCH_OUTCOMES)),
  ],
);

/**
 * Denormalised counters of the dashboard, maintained by triggers (docs/decisions/0010-denormalised-counters.md). A
 * counter is the sum of its shards; each database connection adds to its own, so that bookings do not queue for one
 * row.
 */
export const counters = pgTable(
  "counters",
  {
    /**
     * 'status/pending', 'day/2026-11-21' (booked, Lagos), 'due/2026-11-24' (promised and neither delivered nor failed),
     * 'to/Kano', 'customers', 'contacts/unread', 'work/2026-11-21/delivered' (set on that day and not undone),
     * 'week/2026-11-16/delivered', '/in_time' and '/days/3' (of the deliveries of a week, by its Monday)
     */
    name: text("name").notNull(),
    shard: integer("shard").notNull(),
    n: bigint("n", { mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.name, t.shard] })],
);

/** One row for each customer, by lower-cased email: from bookings first, then profiles (STAFF-9). Maintained by triggers. */
export const customerSummaries = pgTable(
  "customer_summaries",
  {
    email: text("email").primaryKey(),
    /** Names the customer's page in addresses, which hold no email. */
    id: uuid("id").notNull().unique().defaultRandom(),
    /** From the newest booking. */
    bookingName: text("booking_name"),
    bookingPhone: text("booking_phone"),
    /** From the profile, where the person has an account with a referral code. */
    hasAccount: boolean("has_account").notNull().default(false),
    accountName: text("account_name"),
    accountPhone: text("account_phone"),
    bookingsCount: integer("bookings_count").notNull().default(0),
    lastBookingAt: moment("last_booking_at"),
    search: text("search").generatedAlwaysAs(
      sql`lower(email || ' ' || coalesce(booking_name, '') || ' ' || coalesce(booking_phone, '') || ' ' || coalesce(account_name, '') || ' ' || coalesce(account_phone, ''))`,
    ),
  },
  (t) => [index("customer_summaries_most").on(sql`(-${t.bookingsCount})`, t.email)],
);

/** STAFF-26: what staff noted about a customer, by the lower-cased email: the triggers delete a summary and make it again. */
export const customerNotes = pgTable(
  "customer_notes",
  {
    id: id(),
    formKey: uuid("form_key").notNull().unique(),
    formHash: formHash(),
    email: text("email").notNull(),
    body: text("body").notNull(),
    byUserId: byUserId(),
    byName: text("by_name").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    check("customer_notes_email_lower", sql`${t.email} = lower(${t.email})`),
    check("customer_notes_body", sql`char_length(${t.body}) between 1 and 1000`),
    index("customer_notes_email").on(t.email, t.createdAt, t.id),
    index("customer_notes_created").on(t.createdAt),
    byUserIndex("customer_notes", t.byUserId),
  ],
);

// ── Prices ──────────────────────────────────────────────────────────────────

/**
 * A draft has no version. A published list is never changed (trigger). The list of a day is the one with the latest
 * `valid_from` up to it, and of these the highest version: exactly one.
 */
export const priceLists = pgTable(
  "price_lists",
  {
    id: id(),
    version: integer("version").unique(),
    /** The first Lagos day on which it counts. */
    validFrom: date("valid_from", { mode: "string" }),
    document: jsonb("document").$type<unknown>().notNull(),
    /** Incremented by each change of a draft. */
    revision: integer("revision").notNull().default(1),
    /** The version that the draft was copied from. */
    basedOn: integer("based_on"),
    /** No foreign key: a published list outlives the account of the person who published it. */
    publishedByName: text("published_by_name"),
    publishedAt: moment("published_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check("price_lists_version", sql`${t.version} > 0`),
    check(
      "price_lists_published",
      sql`(${t.version} is null) = (${t.validFrom} is null) and (${t.version} is null) = (${t.publishedAt} is null)`,
    ),
  ],
);

/**
 * What a booking costs: rows are added, never changed (trigger), but that the sender accepts a price once. The newest row
 * counts. No foreign key to the member of staff: a charge outlives the account.
 */
export const bookingCharges = pgTable(
  "booking_charges",
  {
    id: countedId(),
    deliveryId: uuid("delivery_id")
      .notNull()
      .references(() => deliveries.id),
    kind: text("kind", { enum: CHARGE_KINDS }).notNull(),
    /** The price list of a quote; null for a price that staff set. */
    priceListVersion: integer("price_list_version"),
    lines: jsonb("lines").$type<PriceLine[]>().notNull(),
    totalKobo: bigint("total_kobo", { mode: "number" }).notNull(),
    byUserId: uuid("by_user_id"),
    byName: text("by_name"),
    note: text("note"),
    at: moment("at").notNull(),
    acceptedAt: moment("accepted_at"),
  },
  (t) => [
    check("booking_charges_kind", oneOf(t.kind, CHARGE_KINDS)),
    check("booking_charges_total", sql`${t.totalKobo} between 0 and 100000000000`),
    check("booking_charges_quoted", sql`(${t.kind} = 'quoted') = (${t.priceListVersion} is not null)`),
    index("booking_charges_delivery").on(t.deliveryId, t.id),
  ],
);

/** The ledger: rows are added, never changed (trigger). A mistake is reversed by a row in the other direction. */
export const payments = pgTable(
  "payments",
  {
    id: id(),
    deliveryId: uuid("delivery_id")
      .notNull()
      .references(() => deliveries.id),
    method: text("method", { enum: PAYMENT_METHODS }).notNull(),
    direction: text("direction", { enum: PAYMENT_DIRECTIONS }).notNull(),
    kobo: bigint("kobo", { mode: "number" }).notNull(),
    reference: text("reference"),
    /** The payment that this one reverses; a trigger checks booking, method, amount and direction. */
    reverses: uuid("reverses")
      .unique()
      .references((): AnyPgColumn => payments.id),
    note: text("note"),
    /** Who received or reversed it. No foreign key: the ledger outlives the account. */
    byUserId: uuid("by_user_id"),
    byName: text("by_name").notNull(),
    at: moment("at").notNull(),
  },
  (t) => [
    check("payments_method", oneOf(t.method, PAYMENT_METHODS)),
    check("payments_direction", oneOf(t.direction, PAYMENT_DIRECTIONS)),
    check("payments_kobo", sql`${t.kobo} between 1 and 100000000000`),
    check("payments_out", sql`${t.direction} = 'in' or ${t.reverses} is not null`),
    unique("payments_reference").on(t.method, t.reference),
    index("payments_delivery").on(t.deliveryId, t.at, t.id),
  ],
);

/** Price and sum of payments of a booking, kept by triggers of booking_charges and payments. */
export const bookingBalances = pgTable(
  "booking_balances",
  {
    deliveryId: uuid("delivery_id")
      .primaryKey()
      .references(() => deliveries.id),
    chargeId: bigint("charge_id", { mode: "number" }),
    /** Null before there is a price. */
    priceKobo: bigint("price_kobo", { mode: "number" }),
    paidKobo: bigint("paid_kobo", { mode: "number" }).notNull().default(0),
  },
  (t) => [check("booking_balances_paid", sql`${t.paidKobo} >= 0`)],
);

/** PAY-4: the company's bank account, which senders pay to: one row, or none. */
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

/** PAY-5: a sender's word that they paid by transfer. It changes no balance. */
export const paymentClaims = pgTable(
  "payment_claims",
  {
    id: id(),
    formKey: uuid("form_key").notNull().unique(),
    formHash: formHash(),
    deliveryId: uuid("delivery_id")
      .notNull()
      .references(() => deliveries.id),
    kobo: bigint("kobo", { mode: "number" }).notNull(),
    /** The Lagos day on which the sender says they paid. */
    paidOn: date("paid_on", { mode: "string" }).notNull(),
    reference: text("reference"),
    state: text("state", { enum: CLAIM_STATES }).notNull().default("open"),
    /** Why staff did not find the payment: the sender reads it. */
    reason: text("reason"),
    createdAt: createdAt(),
    closedAt: moment("closed_at"),
    /** The member of staff who closed it. No foreign key: the row outlives the account. */
    byUserId: uuid("by_user_id"),
    byName: text("by_name"),
  },
  (t) => [
    check("payment_claims_state", oneOf(t.state, CLAIM_STATES)),
    check("payment_claims_kobo", sql`${t.kobo} between 1 and 100000000000`),
    check("payment_claims_closed", sql`(${t.state} = 'open') = (${t.closedAt} is null)`),
    uniqueIndex("payment_claims_one_open")
      .on(t.deliveryId)
      .where(sql`state = 'open'`),
    index("payment_claims_open")
      .on(t.createdAt, t.id)
      .where(sql`state = 'open'`),
    index("payment_claims_delivery").on(t.deliveryId, t.createdAt),
  ],
);

/** BANK-1: the columns of a bank's statement, chosen once: `shape` is the names of its columns. */
export const bankStatementShapes = pgTable("bank_statement_shapes", {
  shape: text("shape").primaryKey(),
  columns: jsonb("columns").$type<StatementColumns>().notNull(),
  updatedAt: updatedAt(),
});

/** BANK-1: an uploaded statement, its cells as they were in the file, and what staff decided, until it is recorded. */
export const bankStatements = pgTable(
  "bank_statements",
  {
    id: id(),
    formKey: uuid("form_key").notNull().unique(),
    formHash: formHash(),
    rows: jsonb("rows").$type<string[][]>().notNull(),
    /** Whether amounts are written with a decimal comma, as in files with semicolons. */
    decimalComma: boolean("decimal_comma").notNull(),
    /** Null until they are chosen. */
    columns: jsonb("columns").$type<StatementColumns>(),
    /** The bookings that a row pays, by its number in the file. */
    decisions: jsonb("decisions").$type<StatementDecisions>().notNull().default({}),
    createdAt: createdAt(),
    byUserId: byUserId(),
    byName: text("by_name").notNull(),
    recordedAt: moment("recorded_at"),
    recordedPayments: integer("recorded_payments"),
    recordedKobo: bigint("recorded_kobo", { mode: "number" }),
  },
  (t) => [
    check(
      "bank_statements_recorded",
      sql`(${t.recordedAt} is null) = (${t.recordedPayments} is null) and (${t.recordedAt} is null) = (${t.recordedKobo} is null)`,
    ),
    index("bank_statements_newest").on(t.createdAt, t.id),
    byUserIndex("bank_statements", t.byUserId),
  ],
);

/**
 * ONLINE-1: attempts to pay online. `reference` is ours and cannot be guessed; the ledger has it once. What is due to be asked of
 * the provider has a time in `next_check_at`.
 */
export const onlinePayments = pgTable(
  "online_payments",
  {
    id: id(),
    deliveryId: uuid("delivery_id")
      .notNull()
      .references(() => deliveries.id),
    reference: text("reference").notNull().unique(),
    kobo: bigint("kobo", { mode: "number" }).notNull(),
    state: text("state", { enum: ONLINE_STATES }).notNull().default("open"),
    /** The provider's page; null until it answered, and after the attempt is decided. */
    checkoutUrl: text("checkout_url"),
    nextCheckAt: moment("next_check_at"),
    problem: text("problem", { enum: ONLINE_PROBLEMS }),
    /** What came, in hundredths of its currency. */
    receivedAmount: bigint("received_amount", { mode: "number" }),
    receivedCurrency: text("received_currency"),
    createdAt: createdAt(),
    decidedAt: moment("decided_at"),
    /** When staff dealt with the problem, and what they did. No foreign key: the row outlives the account. */
    closedAt: moment("closed_at"),
    closedNote: text("closed_note"),
    closedByName: text("closed_by_name"),
  },
  (t) => [
    check("online_payments_state", oneOf(t.state, ONLINE_STATES)),
    check("online_payments_problem", oneOf(t.problem, ONLINE_PROBLEMS)),
    check("online_payments_is_problem", sql`(${t.state} = 'problem') = (${t.problem} is not null)`),
    check("online_payments_kobo", sql`${t.kobo} between 1 and 100000000000`),
    uniqueIndex("online_payments_one_starting")
      .on(t.deliveryId)
      .where(sql`state = 'open' and checkout_url is null`),
    index("online_payments_due")
      .on(t.nextCheckAt)
      .where(sql`next_check_at is not null`),
    index("online_payments_problems")
      .on(t.createdAt, t.id)
      .where(sql`state = 'problem' and closed_at is null`),
    index("online_payments_delivery").on(t.deliveryId, t.createdAt),
  ],
);

// ── Stores ──────────────────────────────────────────────────────────────────

export const partners = pgTable(
  "partners",
  {
    id: id(),
    userId: uuid("user_id").references(() => profiles.id, { onDelete: "set null" }),
    /** The emailed registration that made it, so that opening a link twice makes one store. */
    emailLinkId: uuid("email_link_id").unique(),
    slug: text("slug").notNull().unique(),
    businessName: text("business_name").notNull(),
    category: text("category", { enum: STORE_CATEGORIES }).notNull(),
    email: text("email").notNull(),
    phone: text("phone").notNull(),
    address: text("address").notNull(),
    description: text("description").notNull(),
    imageKey: text("image_key"),
    /** Maintained by a trigger, so that the directory never counts. */
    activeProducts: integer("active_products").notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    search: text("search").generatedAlwaysAs(
      sql`lower(business_name || ' ' || description || ' ' || category)`,
    ),
  },
  (t) => [
    check("partners_category", oneOf(t.category, STORE_CATEGORIES)),
    index("partners_user").on(t.userId),
    index("partners_newest").on(t.createdAt, t.id),
    index("partners_category_newest").on(t.category, t.createdAt, t.id),
  ],
);

export const products = pgTable(
  "products",
  {
    id: id(),
    partnerId: belongsTo("partner_id", () => partners.id),
    name: text("name").notNull(),
    description: text("description"),
    category: text("category"),
    priceKobo: bigint("price_kobo", { mode: "number" }).notNull(),
    stockQuantity: integer("stock_quantity"),
    isActive: boolean("is_active").notNull().default(true),
    imageKey: text("image_key"),
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    search: text("search").generatedAlwaysAs(
      sql`lower(name || ' ' || coalesce(description, '') || ' ' || coalesce(category, ''))`,
    ),
  },
  (t) => [
    check("products_price", sql`${t.priceKobo} >= 0 and ${t.priceKobo} <= 100000000000`),
    check("products_stock", sql`${t.stockQuantity} >= 0`),
    index("products_partner_newest").on(t.partnerId, t.createdAt, t.id),
  ],
);

/** Pictures that stores uploaded: the owner of a file key, and the bytes for the store's quota. */
export const pictures = pgTable(
  "pictures",
  {
    key: text("key").primaryKey(),
    partnerId: uuid("partner_id").references(() => partners.id, { onDelete: "set null" }),
    bytes: integer("bytes").notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("pictures_partner").on(t.partnerId)],
);

export const orders = pgTable(
  "orders",
  {
    id: id(),
    code: text("code").notNull().unique(),
    /** The secret part of the buyer's page address; 128 random bits. */
    viewToken: text("view_token").notNull().unique(),
    formKey: uuid("form_key").notNull().unique(),
    formHash: formHash(),
    partnerId: belongsTo("partner_id", () => partners.id),
    customerId: uuid("customer_id").references(() => profiles.id, { onDelete: "set null" }),
    buyerName: text("buyer_name"),
    buyerPhone: text("buyer_phone"),
    /** Where the buyer wants it; all null for collection at the store. */
    deliveryAddress: text("delivery_address"),
    deliveryState: text("delivery_state"),
    landmark: text("landmark"),
    status: text("status", { enum: ORDER_STATUSES }).notNull().default("new"),
    totalKobo: bigint("total_kobo", { mode: "number" }).notNull(),
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    search: text("search").generatedAlwaysAs(
      sql`lower(code || ' ' || coalesce(buyer_name, '') || ' ' || coalesce(buyer_phone, ''))`,
    ),
  },
  (t) => [
    check("orders_status", oneOf(t.status, ORDER_STATUSES)),
    check("orders_total", sql`${t.totalKobo} >= 0`),
    index("orders_partner_newest").on(t.partnerId, t.createdAt, t.id),
    index("orders_partner_status").on(t.partnerId, t.status, t.createdAt, t.id),
    // A store's customers: by phone, else by name.
    index("orders_buyer").on(
      t.partnerId,
      sql`coalesce(${t.buyerPhone}, nullif(lower(btrim(${t.buyerName})), ''))`,
      t.createdAt,
      t.id,
    ),
    index("orders_customer")
      .on(t.customerId)
      .where(sql`customer_id is not null`),
  ],
);

export const orderLines = pgTable(
  "order_lines",
  {
    id: id(),
    orderId: belongsTo("order_id", () => orders.id),
    productId: uuid("product_id").references(() => products.id, { onDelete: "set null" }),
    position: integer("position").notNull(),
    /** Name and price at the time of the order. */
    name: text("name").notNull(),
    unitPriceKobo: bigint("unit_price_kobo", { mode: "number" }).notNull(),
    quantity: integer("quantity").notNull(),
    /**
     * How many were taken from the product's stock, to be returned when the order is cancelled
     * (docs/decisions/0013-stock.md).
     */
    stockTaken: integer("stock_taken").notNull().default(0),
  },
  (t) => [
    check("order_lines_quantity", sql`${t.quantity} > 0`),
    check("order_lines_price", sql`${t.unitPriceKobo} >= 0`),
    check("order_lines_stock_taken", sql`${t.stockTaken} between 0 and ${t.quantity}`),
    unique("order_lines_position").on(t.orderId, t.position),
    index("order_lines_product").on(t.productId),
  ],
);

export const orderEvents = pgTable(
  "order_events",
  {
    id: countedId(),
    orderId: belongsTo("order_id", () => orders.id),
    at: moment("at").notNull().defaultNow(),
    fromStatus: text("from_status", { enum: ORDER_STATUSES }),
    toStatus: text("to_status", { enum: ORDER_STATUSES }).notNull(),
    byUserId: byUserId(),
  },
  (t) => [index("order_events_order").on(t.orderId, t.id), byUserIndex("order_events", t.byUserId)],
);

// ── Cash on delivery ────────────────────────────────────────────────────────

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
    partnerId: uuid("partner_id")
      .unique()
      .references((): AnyPgColumn => partners.id, { onDelete: "set null" }),
    /** The bank account to pay out to; all null before there is one. Only a super admin sees the whole number. */
    bank: text("bank"),
    accountName: text("account_name"),
    accountNumber: text("account_number"),
    accountSince: moment("account_since"),
    /** Collected less handling less paid out, kept by a trigger. Below 0 where a collection was reversed after it was paid out. */
    owedKobo: bigint("owed_kobo", { mode: "number" }).notNull().default(0),
    /** Since when something is owed; null while nothing is. */
    owedSince: moment("owed_since"),
    /** The Monday of the last week whose statement was mailed. */
    statedWeek: date("stated_week", { mode: "string" }),
    createdAt: createdAt(),
  },
  (t) => [
    check("payees_one", sql`num_nonnulls(${t.customerId}, ${t.partnerId}) <= 1`),
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
    deliveryId: uuid("delivery_id")
      .primaryKey()
      .references(() => deliveries.id),
    payeeId: uuid("payee_id")
      .notNull()
      .references(() => payees.id),
    amountKobo: bigint("amount_kobo", { mode: "number" }).notNull(),
    handlingPerMille: integer("handling_per_mille").notNull(),
    handlingMinimumKobo: bigint("handling_minimum_kobo", { mode: "number" }).notNull(),
    collectedKobo: bigint("collected_kobo", { mode: "number" }).notNull().default(0),
    handlingKobo: bigint("handling_kobo", { mode: "number" }).notNull().default(0),
    /** When staff last said what was collected; null before. */
    recordedAt: moment("recorded_at"),
    createdAt: createdAt(),
  },
  (t) => [
    check("cash_on_delivery_amount", sql`${t.amountKobo} between 1 and 500000000`),
    check("cash_on_delivery_collected", sql`${t.collectedKobo} between 0 and ${t.amountKobo}`),
    check("cash_on_delivery_handling", sql`${t.handlingKobo} between 0 and ${t.collectedKobo}`),
    check(
      "cash_on_delivery_terms",
      sql`${t.handlingPerMille} between 0 and 1000 and ${t.handlingMinimumKobo} >= 0`,
    ),
    index("cash_on_delivery_payee").on(t.payeeId),
    index("cash_on_delivery_unrecorded")
      .on(t.createdAt, t.deliveryId)
      .where(sql`recorded_at is null`),
  ],
);

/** The ledger of what was collected for payees and paid out to them: rows are added, never changed (trigger). */
export const settlementEntries = pgTable(
  "settlement_entries",
  {
    id: countedId(),
    payeeId: uuid("payee_id")
      .notNull()
      .references(() => payees.id),
    /** The booking that money was collected for; null for what was paid out. */
    deliveryId: uuid("delivery_id").references((): AnyPgColumn => cashOnDelivery.deliveryId),
    kind: text("kind", { enum: ENTRY_KINDS }).notNull(),
    method: text("method", { enum: PAYMENT_METHODS }).notNull(),
    /** What the payee is owed more for it, before handling: below 0 for what was paid out and for a reversed collection. */
    grossKobo: bigint("gross_kobo", { mode: "number" }).notNull(),
    /** The handling that it adds; below 0 for a reversal. */
    handlingKobo: bigint("handling_kobo", { mode: "number" }).notNull().default(0),
    reference: text("reference"),
    /** Why less was collected than asked. */
    reason: text("reason", { enum: COLLECTION_REASONS }),
    note: text("note"),
    /** Bank and last four digits of the account that it was paid out to. */
    paidTo: text("paid_to"),
    reverses: bigint("reverses", { mode: "number" })
      .unique()
      .references((): AnyPgColumn => settlementEntries.id),
    /** No foreign key: the ledger outlives the account. */
    byUserId: uuid("by_user_id"),
    byName: text("by_name").notNull(),
    at: moment("at").notNull(),
  },
  (t) => [
    check("settlement_entries_kind", oneOf(t.kind, ENTRY_KINDS)),
    check("settlement_entries_method", oneOf(t.method, PAYMENT_METHODS)),
    check("settlement_entries_reason", oneOf(t.reason, COLLECTION_REASONS)),
    check("settlement_entries_reversal", sql`(${t.kind} = 'reversed') = (${t.reverses} is not null)`),
    check(
      "settlement_entries_collected",
      sql`${t.kind} <> 'collected' or (${t.grossKobo} between 1 and 500000000 and ${t.handlingKobo} between 0 and ${t.grossKobo} and ${t.deliveryId} is not null)`,
    ),
    check(
      "settlement_entries_none",
      sql`${t.kind} <> 'not_collected' or (${t.grossKobo} = 0 and ${t.handlingKobo} = 0 and ${t.reason} is not null and ${t.deliveryId} is not null)`,
    ),
    check(
      "settlement_entries_paid_out",
      sql`${t.kind} <> 'paid_out' or (${t.grossKobo} < 0 and ${t.handlingKobo} = 0 and ${t.reference} is not null and ${t.deliveryId} is null)`,
    ),
    unique("settlement_entries_reference").on(t.method, t.reference),
    index("settlement_entries_payee").on(t.payeeId, t.at, t.id),
    index("settlement_entries_delivery").on(t.deliveryId, t.id),
  ],
);

// ── Public configuration and audit ──────────────────────────────────────────

export const contactMessages = pgTable(
  "contact_messages",
  {
    id: id(),
    formKey: uuid("form_key").notNull().unique(),
    formHash: formHash(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    phone: text("phone"),
    subject: text("subject", { enum: MESSAGE_SUBJECTS }).notNull(),
    message: text("message").notNull(),
    isRead: boolean("is_read").notNull().default(false),
    readAt: moment("read_at"),
    repliedAt: moment("replied_at"),
    createdAt: createdAt(),
    search: text("search").generatedAlwaysAs(
      sql`lower(name || ' ' || email || ' ' || coalesce(phone, '') || ' ' || subject || ' ' || message)`,
    ),
  },
  (t) => [
    check("contact_messages_subject", oneOf(t.subject, MESSAGE_SUBJECTS)),
    index("contact_messages_newest").on(t.createdAt, t.id),
    index("contact_messages_email").on(sql`lower(${t.email})`),
    index("contact_messages_unread")
      .on(t.createdAt, t.id)
      .where(sql`not is_read`),
  ],
);

export const contactReplies = pgTable(
  "contact_replies",
  {
    id: id(),
    formKey: uuid("form_key").notNull().unique(),
    formHash: formHash(),
    messageId: belongsTo("message_id", () => contactMessages.id),
    byUserId: byUserId(),
    body: text("body").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("contact_replies_message").on(t.messageId), byUserIndex("contact_replies", t.byUserId)],
);

/**
 * Append-only: a trigger refuses UPDATE, DELETE and TRUNCATE. No foreign keys, because the log outlives the rows it
 * names.
 */
export const activityLogs = pgTable(
  "activity_logs",
  {
    id: countedId(),
    createdAt: createdAt(),
    adminId: uuid("admin_id"),
    adminName: text("admin_name").notNull(),
    adminEmail: text("admin_email").notNull(),
    action: text("action").notNull(),
    description: text("description").notNull(),
    entityType: text("entity_type"),
    entityId: text("entity_id"),
    ip: text("ip"),
  },
  (t) => [
    index("activity_logs_newest").on(t.createdAt, t.id),
    index("activity_logs_admin").on(t.adminId, t.createdAt, t.id),
    index("activity_logs_action").on(t.action, t.createdAt, t.id),
    check("activity_logs_action_known", oneOf(t.action, ACTIVITY_ACTIONS)),
  ],
);

export const siteLockConfig = pgTable(
  "site_lock_config",
  {
    id: integer("id").primaryKey().default(1),
    isActive: boolean("is_active").notNull().default(false),
    passwordHash: text("password_hash"),
    /** Regenerated by each change; an unlock cookie names the one it was issued for. */
    generation: uuid("generation").notNull().defaultRandom(),
    updatedAt: updatedAt(),
  },
  (t) => [
    check("site_lock_config_one_row", sql`${t.id} = 1`),
    check("site_lock_config_password", sql`${t.isActive} = (${t.passwordHash} is not null)`),
  ],
);

// ── Infrastructure ──────────────────────────────────────────────────────────

/** Sent mails (or stored for the mailbox). The id is the job's: a repeat is the same mail. */
export const mails = pgTable(
  "mails",
  {
    id: uuid("id").primaryKey(),
    kind: text("kind").notNull(),
    toAddress: text("to_address").notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    html: text("html").notNull(),
    deliveryId: uuid("delivery_id").references(() => deliveries.id, { onDelete: "set null" }),
    /**
     * The row that its job named (booking, order, message, reply or link): deleting that row's person deletes the mails
     * about them.
     */
    aboutId: uuid("about_id"),
    sentAt: moment("sent_at").notNull(),
  },
  (t) => [
    index("mails_newest").on(t.sentAt, t.id),
    index("mails_delivery").on(t.deliveryId),
    index("mails_to_lower").on(sql`lower(${t.toAddress})`),
    index("mails_about").on(t.aboutId),
    index("mails_with_text")
      .on(t.sentAt)
      .where(sql`text <> ''`),
  ],
);

/** The response to a form's idempotency key, for forms whose row has no key column. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    key: uuid("key").primaryKey(),
    formHash: formHash(),
    answer: jsonb("answer").notNull(),
    createdAt: createdAt(),
  },
  (t) => [index("idempotency_keys_created").on(t.createdAt)],
);

/** Who was erased, for restores of older backups: no name and no email. */
export const erasures = pgTable("erasures", {
  personId: uuid("person_id").primaryKey(),
  emailHash: bytea("email_hash").notNull(),
  erasedAt: moment("erased_at").notNull(),
});

/** What was done once and must not be done again, e.g. loading the sample stores. */
export const oneTimeSeeds = pgTable("one_time_seeds", {
  name: text("name").primaryKey(),
  at: moment("at").notNull(),
});

/** `expire`: milliseconds by the database's clock. UNLOGGED (0001_rules.sql), so that counting writes nothing to disk. */
export const rateLimits = pgTable("rate_limits", {
  key: text("key").primaryKey(),
  points: integer("points").notNull().default(0),
  expire: bigint("expire", { mode: "number" }),
});
