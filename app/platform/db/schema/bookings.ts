/** Bookings, their events and changes of many at once. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { BATCH_OUTCOMES } from "../../../domain/batch-outcomes.ts";
import { DELIVERY_TYPES, MAX_STAFF_NOTE, PACKAGE_TYPES } from "../../../domain/booking.ts";
import { BOOKING_STATUSES, DELIVERED, FIRST_STATUS, OPEN_STATUSES } from "../../../domain/delivery-status.ts";
import { EVENT_KINDS, type Corrections } from "../../../domain/event-kinds.ts";
import { MAX_PIECES } from "../../../domain/custody.ts";
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
  wordOf,
} from "./columns.ts";
import { byUserId, byUserIndex } from "./by-user.ts";
import { hubs, runs } from "./hubs.ts";
import { indexWhereSet } from "./indexes.ts";
import { profiles, adminMembers } from "./people.ts";
import { orders } from "./stores.ts";

export const bookings = pg.pgTable(
  "bookings",
  {
    /** BOOK-8. */
    ...formColumns(),
    /** TRACK-1, e.g. OD48210973NG. */
    trackingCode: pg.text("tracking_code").notNull().unique(),
    customerId: pg.uuid("customer_id").references(() => profiles.id, { onDelete: "set null" }),
    orderId: pg
      .uuid("order_id")
      .unique()
      .references((): pg.AnyPgColumn => orders.id, { onDelete: "set null" }),
    senderName: pg.text("sender_name").notNull(),
    senderEmail: pg.text("sender_email").notNull(),
    senderPhone: pg.text("sender_phone").notNull(),
    senderAddress: pg.text("sender_address").notNull(),
    senderTown: pg.text("sender_town"),
    senderState: pg.text("sender_state").notNull(),
    receiverName: pg.text("receiver_name").notNull(),
    receiverPhone: pg.text("receiver_phone").notNull(),
    /** RECEIVER-5: for the mail when it is out for delivery; null without one. */
    receiverEmail: pg.text("receiver_email"),
    receiverAddress: pg.text("receiver_address").notNull(),
    receiverTown: pg.text("receiver_town"),
    receiverState: pg.text("receiver_state").notNull(),
    packageDescription: pg.text("package_description").notNull(),
    /** True if the public track page may show the description; otherwise it shows 'Package'. */
    shareDescription: pg.boolean("share_description").notNull().default(false),
    /** Kilograms. */
    packageWeight: pg.numeric("package_weight", { precision: 8, scale: 3, mode: "number" }).notNull(),
    /** The sender's declared value, for the cover; null if none was declared. */
    declaredValueKobo: bigNumber("declared_value_kobo"),
    packageType: pg.text("package_type", { enum: PACKAGE_TYPES }).notNull(),
    deliveryType: pg.text("delivery_type", { enum: DELIVERY_TYPES }).notNull(),
    referralCode: pg.text("referral_code"),
    /** The owner of that code, if it exists. */
    referrerId: pg.uuid("referrer_id").references(() => profiles.id, { onDelete: "set null" }),
    notes: pg.text("notes"),
    /** STAFF-30: the team's note, and the assignee. */
    staffNote: pg.text("staff_note"),
    assigneeId: pg
      .uuid("assignee_id")
      .references((): pg.AnyPgColumn => adminMembers.id, { onDelete: "set null" }),
    status: pg.text("status", { enum: BOOKING_STATUSES }).notNull().default(FIRST_STATUS),
    /** PIECE-1: the number of its pieces; their rows are in `pieces`. */
    pieces: pg.integer("pieces").notNull().default(1),
    paysDelivery: pg.text("pays_delivery", { enum: PAYS_DELIVERY }).notNull().default("sender_before"),
    /** True if the receiver may look inside before paying. */
    mayLookInside: pg.boolean("may_look_inside").notNull().default(false),
    /** The hub to which the sender brings it; null if we pick it up. */
    dropOffHubId: pg.uuid("drop_off_hub_id").references((): pg.AnyPgColumn => hubs.id),
    /**
     * Incremented by each change. A change names the version that it was made from, so that two members of staff cannot
     * overwrite each other (STATUS-3).
     */
    estimatedDelivery: moment("estimated_delivery").notNull(),
    ...versionColumns(),
    deliveredAt: moment("delivered_at"),
    /** BOOK-28: the time at which a waybill was first shown for printing. */
    labelPrintedAt: moment("label_printed_at"),
    /**
     * STAFF-28: true if an address names another state than the booking. Null in rows from before this rule, until they are
     * checked. False for new ones, because the person who books or corrects has confirmed the state.
     */
    stateDoubt: pg.boolean("state_doubt").default(false),
    search: pg
      .text("search")
      .generatedAlwaysAs(
        sql`lower(tracking_code || ' ' || sender_name || ' ' || sender_email || ' ' || sender_phone || ' ' || receiver_name || ' ' || receiver_phone || ' ' || sender_address || ' ' || coalesce(sender_town, '') || ' ' || receiver_address || ' ' || coalesce(receiver_town, ''))`,
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
    pg.check("bookings_declared_value", sql`${t.declaredValueKobo} between 1 and 100000000000`),
    pg.check(
      "bookings_delivered_at",
      sql`(${t.status} = ${wordOf(DELIVERED)}) = (${t.deliveredAt} is not null)`,
    ),
    pg.index("bookings_newest").on(t.createdAt, t.id),
    // The columns after the id are filtered inside the index, so that combined filters read no row that does not match.
    pg.index("bookings_status_newest").on(t.status, t.createdAt, t.id, t.deliveryType),
    // Of the many bookings to a state, few have a status other than delivered.
    pg
      .index("bookings_status_to_state_newest")
      .on(t.status, t.receiverState, t.createdAt, t.id, t.deliveryType)
      .where(sql`status <> ${wordOf(DELIVERED)}`),
    pg.index("bookings_to_state_newest").on(t.receiverState, t.createdAt, t.id, t.status, t.deliveryType),
    /** STATUS-7: late bookings, longest late first. */
    pg
      .index("bookings_open_due")
      .on(t.estimatedDelivery, t.id, t.receiverState, t.deliveryType)
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
    // STAFF-6: a whole phone number.
    pg.index("bookings_sender_phone").on(t.senderPhone),
    pg.index("bookings_receiver_phone").on(t.receiverPhone),
    pg
      .index("bookings_assignee")
      .on(t.assigneeId, t.createdAt, t.id)
      .where(sql`assignee_id is not null`),
    indexWhereSet("bookings_referrer", t.referrerId, "referrer_id"),
    indexWhereSet("bookings_drop_off_hub", t.dropOffHubId, "drop_off_hub_id"),
  ],
);

export const bookingEvents = pg.pgTable(
  "booking_events",
  {
    id: countedId(),
    /** The time of the deed, which a queued scan or an entry of the office may report later. */
    occurredAt: moment("occurred_at").notNull().defaultNow(),
    /** The time at which the server received it. */
    receivedAt: moment("received_at").notNull().defaultNow(),
    fromStatus: pg.text("from_status", { enum: BOOKING_STATUSES }),
    toStatus: pg.text("to_status", { enum: BOOKING_STATUSES }).notNull(),
    /** Null if the sender did it. */
    byUserId: byUserId(),
    bookingId: belongsTo("booking_id", () => bookings.id),
    byName: pg.text("by_name"),
    note: pg.text("note"),
    kind: pg.text("kind", { enum: EVENT_KINDS }).notNull().default("status_set"),
    /** The reason of Failed; null for other statuses and in events from before reasons existed. */
    reason: pg.text("reason", { enum: FAILURE_REASONS }),
    /** The piece of the event; null for all pieces. */
    piece: pg.integer("piece"),
    /** The hub and the run of the event. */
    hubId: pg.uuid("hub_id").references((): pg.AnyPgColumn => hubs.id),
    runId: pg.uuid("run_id").references((): pg.AnyPgColumn => runs.id),
    incident: pg.text("incident", { enum: INCIDENT_KINDS }),
    /** The event that this one undoes. */
    undoes: bigNumber("undoes"),
    /**
     * The values before and after a correction. They contain addresses and phones, and are erased with the people of the
     * booking.
     */
    changes: pg.jsonb("changes").$type<Corrections>(),
  },
  (t) => [
    pg.check("booking_events_to", oneOf(t.toStatus, BOOKING_STATUSES)),
    pg.check("booking_events_kind", oneOf(t.kind, EVENT_KINDS)),
    pg.check("booking_events_reason", oneOf(t.reason, FAILURE_REASONS)),
    pg.check("booking_events_incident", oneOf(t.incident, INCIDENT_KINDS)),
    pg.check("booking_events_undoes", sql`(${t.kind} = 'undone') = (${t.undoes} is not null)`),
    pg.index("booking_events_booking").on(t.bookingId, t.id),
    byUserIndex("booking_events", t.byUserId),
    indexWhereSet("booking_events_hub", t.hubId, "hub_id"),
    indexWhereSet("booking_events_run", t.runId, "run_id"),
  ],
);

/**
 * STAFF-23: one change of status for more bookings than a page shows, carried out by jobs. Its rows are chosen at the start.
 */
export const statusBatches = pg.pgTable(
  "status_batches",
  {
    ...formColumns(),
    /** The member of staff. Without a membership the remaining bookings are not changed. */
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
    /** From 1, in the order in which they are changed. */
    place: pg.integer("place").notNull(),
    bookingId: pg.uuid("booking_id").notNull(),
    trackingCode: pg.text("tracking_code").notNull(),
    /** The version when the rows were chosen. A later change takes precedence (STATUS-3). */
    version: pg.integer("version").notNull(),
    /** Null until it was tried. */
    outcome: pg.text("outcome", { enum: BATCH_OUTCOMES }),
  },
  (t) => [
    pg.primaryKey({ columns: [t.batchId, t.place] }),
    pg.check("status_batch_rows_outcome", oneOf(t.outcome, BATCH_OUTCOMES)),
  ],
);
