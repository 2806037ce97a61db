/**
 * Bookings, their events, and changes of many bookings at once. Longer than 250 lines because a booking has many columns.
 */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { BATCH_OUTCOMES } from "../../../domain/batch-outcomes.ts";
import { DELIVERY_TYPES, MAX_STAFF_NOTE, PACKAGE_TYPES } from "../../../domain/booking.ts";
import { BOOKING_STATUSES, DELIVERED, FIRST_STATUS, OPEN_STATUSES } from "../../../domain/delivery-status.ts";
import { EVENT_KINDS, type Corrections } from "../../../domain/event-kinds.ts";
import { MAX_PIECES } from "../../../domain/custody.ts";
import { NEW_DAY_REASONS } from "../../../domain/new-day.ts";
import { PICKUP_HALVES } from "../../../domain/pickup-halves.ts";
import { PAYS_DELIVERY } from "../../../domain/pays-delivery.ts";
import { INCIDENT_KINDS } from "../../../domain/run.ts";
import { FAILURE_REASONS } from "../../../domain/failure-reasons.ts";
import { TRACKING_CODE_PATTERN } from "../../../domain/tracking-code.ts";
import {
  belongsTo,
  bigNumber,
  countedId,
  createdAt,
  formColumns,
  moment,
  oneOf,
  versionColumns,
  wordList,
  literalWord,
} from "./columns.ts";
import { byUserId, byUserIndex } from "./by-user.ts";
import { ofAct } from "./acts.ts";
import { hubs, runs } from "./hubs.ts";
import { indexWhereSet } from "./indexes.ts";
import { profiles, adminMembers } from "./people.ts";
import { orders } from "./stores.ts";

export const bookings = pg.pgTable(
  "bookings",
  {
    /** BOOK-8: the id, and the form's idempotency key, so that a form that is sent twice makes only one booking. */
    ...formColumns(),
    /** TRACK-1: the tracking code, e.g. OD48210973NG. */
    trackingCode: pg.text("tracking_code").notNull().unique(),
    customerId: pg.uuid("customer_id").references(() => profiles.id, { onDelete: "set null" }),
    orderId: pg
      .uuid("order_id")
      .unique()
      .references((): pg.AnyPgColumn => orders.id, { onDelete: "set null" }),
    /** BULK-4: the batch whose row became this booking. No foreign key, because batches are deleted after some days. */
    batchId: pg.uuid("batch_id"),
    senderName: pg.text("sender_name").notNull(),
    senderEmail: pg.text("sender_email").notNull(),
    senderPhone: pg.text("sender_phone").notNull(),
    senderAddress: pg.text("sender_address").notNull(),
    senderTown: pg.text("sender_town"),
    senderState: pg.text("sender_state").notNull(),
    receiverName: pg.text("receiver_name").notNull(),
    receiverPhone: pg.text("receiver_phone").notNull(),
    /** RECEIVER-5: the receiver's email address, for the mail that the parcel is out for delivery; null if unknown. */
    receiverEmail: pg.text("receiver_email"),
    receiverAddress: pg.text("receiver_address").notNull(),
    receiverTown: pg.text("receiver_town"),
    receiverState: pg.text("receiver_state").notNull(),
    packageDescription: pg.text("package_description").notNull(),
    /** True if the public track page shows the description. Otherwise the page shows 'Package'. */
    shareDescription: pg.boolean("share_description").notNull().default(false),
    /** The weight in kilograms. */
    packageWeight: pg.numeric("package_weight", { precision: 8, scale: 3, mode: "number" }).notNull(),
    /** The value that the sender declared for the cover; null if none was declared. */
    declaredValueKobo: bigNumber("declared_value_kobo"),
    packageType: pg.text("package_type", { enum: PACKAGE_TYPES }).notNull(),
    deliveryType: pg.text("delivery_type", { enum: DELIVERY_TYPES }).notNull(),
    referralCode: pg.text("referral_code"),
    /** The person whose referral code the booking has; null if the booking has no valid code. */
    referrerId: pg.uuid("referrer_id").references(() => profiles.id, { onDelete: "set null" }),
    notes: pg.text("notes"),
    /** STAFF-30: the team's note about the booking. The next column is the member of staff who handles the booking. */
    staffNote: pg.text("staff_note"),
    assigneeId: pg
      .uuid("assignee_id")
      .references((): pg.AnyPgColumn => adminMembers.id, { onDelete: "set null" }),
    status: pg.text("status", { enum: BOOKING_STATUSES }).notNull().default(FIRST_STATUS),
    /** PIECE-1: the number of pieces. Each piece is a row of `pieces`. */
    pieces: pg.integer("pieces").notNull().default(1),
    paysDelivery: pg.text("pays_delivery", { enum: PAYS_DELIVERY }).notNull().default("sender_before"),
    /** True if the receiver may look inside the parcel before paying. */
    mayLookInside: pg.boolean("may_look_inside").notNull().default(false),
    /** The hub for the sender's drop-off; null if the company picks the parcel up. */
    dropOffHubId: pg.uuid("drop_off_hub_id").references((): pg.AnyPgColumn => hubs.id),
    /** BOOK-4: the day of the pickup, or the last day for the sender's drop-off; null in older rows. */
    pickupDay: pg.date("pickup_day", { mode: "string" }),
    /** BOOK-32: the chosen half of the pickup day; null for the whole day. */
    pickupHalf: pg.text("pickup_half", { enum: PICKUP_HALVES }),
    /**
     * BOOK-4: the last day of the first promise, stored as a time on that day. Only a wish of the sender or the
     * receiver changes this day. If staff could change it, late deliveries would look punctual in reports.
     */
    estimatedDelivery: moment("estimated_delivery").notNull(),
    /** STATUS-10: the newly promised day, stored as a time on that day. Null while the first promise is unchanged. */
    movedTo: moment("moved_to"),
    /** STATUS-7: the promised day, stored as a time on it. A parcel not delivered by the end of that day is late. */
    promisedDay: moment("promised_day")
      .notNull()
      .generatedAlwaysAs(sql`coalesce(moved_to, estimated_delivery)`),
    ...versionColumns(),
    deliveredAt: moment("delivered_at"),
    /** BOOK-28: when a waybill of the booking was first shown for printing. */
    labelPrintedAt: moment("label_printed_at"),
    /**
     * STAFF-28: true if the text of a postal address names another state than the state column of the address. Null in
     * rows that are older than this rule, until a job checks them. False in new rows, because the author of a booking
     * or correction has confirmed the state.
     */
    stateDoubt: pg.boolean("state_doubt").default(false),
    search: pg
      .text("search")
      .generatedAlwaysAs(
        sql`search_fold(tracking_code || ' ' || sender_name || ' ' || sender_email || ' ' || sender_phone || ' ' || receiver_name || ' ' || receiver_phone || ' ' || sender_address || ' ' || coalesce(sender_town, '') || ' ' || receiver_address || ' ' || coalesce(receiver_town, ''))`,
      ),
  },
  (t) => [
    pg.check("bookings_tracking_code", sql`${t.trackingCode} ~ ${sql.raw(`'^(${TRACKING_CODE_PATTERN})$'`)}`),
    pg.check("bookings_status", oneOf(t.status, BOOKING_STATUSES)),
    pg.check(
      "bookings_staff_note",
      sql`length(${t.staffNote}) between 1 and ${sql.raw(String(MAX_STAFF_NOTE))}`,
    ),
    pg.check("bookings_receiver_email", sql`length(${t.receiverEmail}) between 1 and 254`),
    pg.check("bookings_package_type", oneOf(t.packageType, PACKAGE_TYPES)),
    pg.check("bookings_delivery_type", oneOf(t.deliveryType, DELIVERY_TYPES)),
    pg.check("bookings_weight", sql`${t.packageWeight} > 0 and ${t.packageWeight} < 'NaN'::numeric`),
    pg.check("bookings_pieces", sql`${t.pieces} between 1 and ${sql.raw(String(MAX_PIECES))}`),
    pg.check("bookings_pays_delivery", oneOf(t.paysDelivery, PAYS_DELIVERY)),
    pg.check("bookings_pickup_half", oneOf(t.pickupHalf, PICKUP_HALVES)),
    pg.check("bookings_declared_value", sql`${t.declaredValueKobo} between 1 and 100000000000`),
    pg.check(
      "bookings_delivered_at",
      sql`(${t.status} = ${literalWord(DELIVERED)}) = (${t.deliveredAt} is not null)`,
    ),
    pg.index("bookings_newest").on(t.createdAt, t.id),
    // The columns after the id serve filters. PostgreSQL then finds the matching rows by the index alone, and reads
    // only these rows from the table.
    pg.index("bookings_status_newest").on(t.status, t.createdAt, t.id, t.deliveryType),
    // Most bookings to a state are delivered, so this index has only the other statuses.
    pg
      .index("bookings_status_to_state_newest")
      .on(t.status, t.receiverState, t.createdAt, t.id, t.deliveryType)
      .where(sql`status <> ${literalWord(DELIVERED)}`),
    pg.index("bookings_to_state_newest").on(t.receiverState, t.createdAt, t.id, t.status, t.deliveryType),
    /** STATUS-7: finds late bookings, the longest overdue first. */
    pg
      .index("bookings_open_due")
      .on(t.promisedDay, t.id, t.receiverState, t.deliveryType)
      .where(sql`status in ${wordList(OPEN_STATUSES)}`),
    pg
      .index("bookings_state_unread")
      .on(t.id)
      .where(sql`state_doubt is null and status in ${wordList(OPEN_STATUSES)}`),
    pg
      .index("bookings_state_doubt")
      .on(t.createdAt, t.id)
      .where(sql`state_doubt and status in ${wordList(OPEN_STATUSES)}`),
    pg.index("bookings_customer").on(t.customerId, t.createdAt, t.id),
    pg.index("bookings_sender_email").on(sql`lower(${t.senderEmail})`, t.createdAt),
    // STAFF-6: finds bookings by a whole phone number.
    pg.index("bookings_sender_phone").on(t.senderPhone),
    pg.index("bookings_receiver_phone").on(t.receiverPhone),
    pg
      .index("bookings_assignee")
      .on(t.assigneeId, t.createdAt, t.id)
      .where(sql`assignee_id is not null`),
    indexWhereSet("bookings_referrer", t.referrerId, "referrer_id"),
    indexWhereSet("bookings_drop_off_hub", t.dropOffHubId, "drop_off_hub_id"),
    indexWhereSet("bookings_batch", t.batchId, "batch_id"),
  ],
);

export const bookingEvents = pg.pgTable(
  "booking_events",
  {
    id: countedId(),
    /** When the recorded deed happened. A queued scan or an entry by the office may report the deed later. */
    occurredAt: moment("occurred_at").notNull().defaultNow(),
    receivedAt: moment("received_at").notNull().defaultNow(),
    actId: ofAct(),
    fromStatus: pg.text("from_status", { enum: BOOKING_STATUSES }),
    toStatus: pg.text("to_status", { enum: BOOKING_STATUSES }).notNull(),
    /** The member of staff who caused the event; null for anybody else and for erased staff. */
    byUserId: byUserId(),
    bookingId: belongsTo("booking_id", () => bookings.id),
    byName: pg.text("by_name"),
    note: pg.text("note"),
    kind: pg.text("kind", { enum: EVENT_KINDS }).notNull().default("status_set"),
    /** The failure reason; null for other statuses, and in events that are older than failure reasons. */
    reason: pg.text("reason", { enum: FAILURE_REASONS }),
    /** The number of the event's piece; null if the event is about all pieces. */
    piece: pg.integer("piece"),
    /** The hub of the event. The next column is the run. */
    hubId: pg.uuid("hub_id").references((): pg.AnyPgColumn => hubs.id),
    runId: pg.uuid("run_id").references((): pg.AnyPgColumn => runs.id),
    incident: pg.text("incident", { enum: INCIDENT_KINDS }),
    /** STATUS-10: the newly promised day and its reason; null for other kinds of events. */
    newDay: pg.date("new_day", { mode: "string" }),
    newDayWhy: pg.text("new_day_why", { enum: NEW_DAY_REASONS }),
    /** The event that this event undoes. */
    undoes: bigNumber("undoes"),
    /**
     * The values before and after a correction. These values contain postal addresses and phones. They are erased
     * with the people of the booking.
     */
    changes: pg.jsonb("changes").$type<Corrections>(),
  },
  (t) => [
    pg.check("booking_events_to", oneOf(t.toStatus, BOOKING_STATUSES)),
    pg.check("booking_events_kind", oneOf(t.kind, EVENT_KINDS)),
    pg.check("booking_events_reason", oneOf(t.reason, FAILURE_REASONS)),
    pg.check("booking_events_incident", oneOf(t.incident, INCIDENT_KINDS)),
    pg.check("booking_events_new_day_why", oneOf(t.newDayWhy, NEW_DAY_REASONS)),
    pg.check(
      "booking_events_new_day",
      sql`(${t.kind} = 'day_moved') = (${t.newDay} is not null and ${t.newDayWhy} is not null)`,
    ),
    pg.check("booking_events_undoes", sql`(${t.kind} = 'undone') = (${t.undoes} is not null)`),
    pg.index("booking_events_booking").on(t.bookingId, t.id),
    pg.index("booking_events_act").on(t.actId),
    byUserIndex("booking_events", t.byUserId),
    indexWhereSet("booking_events_hub", t.hubId, "hub_id"),
    indexWhereSet("booking_events_run", t.runId, "run_id"),
    indexWhereSet("booking_events_undone", t.undoes, "undoes"),
    pg
      .index("booking_events_attempts")
      .on(t.occurredAt, t.id)
      .where(sql`kind = 'attempted' or reason is not null`),
  ],
);

/**
 * STAFF-23: one change of status for more bookings than one page shows. The bookings are chosen when the
 * change starts (`status_batch_rows`). Jobs then change them.
 */
export const statusBatches = pg.pgTable(
  "status_batches",
  {
    ...formColumns(),
    /** The member of staff who started the change. If they leave the team, the remaining bookings are not changed. */
    adminId: pg.uuid("admin_id").references(() => adminMembers.id, { onDelete: "set null" }),
    toStatus: pg.text("to_status", { enum: BOOKING_STATUSES }).notNull(),
    reason: pg.text("reason", { enum: FAILURE_REASONS }),
    note: pg.text("note"),
    total: pg.integer("total").notNull(),
    createdAt: createdAt(),
    cancelledAt: moment("cancelled_at"),
    finishedAt: moment("finished_at"),
  },
  (t) => [
    pg.check("status_batches_to", oneOf(t.toStatus, BOOKING_STATUSES)),
    pg.check("status_batches_reason", oneOf(t.reason, FAILURE_REASONS)),
    pg.index("status_batches_newest").on(t.createdAt, t.id),
    pg.index("status_batches_admin").on(t.adminId),
  ],
);

export const statusBatchRows = pg.pgTable(
  "status_batch_rows",
  {
    batchId: belongsTo("batch_id", () => statusBatches.id),
    /** The position of the booking in the order in which the bookings are changed, from 1. */
    place: pg.integer("place").notNull(),
    bookingId: pg.uuid("booking_id").notNull(),
    trackingCode: pg.text("tracking_code").notNull(),
    /** STATUS-3: the booking's version when the booking was chosen. A booking that has changed since is not changed. */
    version: pg.integer("version").notNull(),
    /** The outcome of the change for this booking; null until a job has tried the change. */
    outcome: pg.text("outcome", { enum: BATCH_OUTCOMES }),
  },
  (t) => [
    pg.primaryKey({ columns: [t.batchId, t.place] }),
    pg.check("status_batch_rows_outcome", oneOf(t.outcome, BATCH_OUTCOMES)),
  ],
);
