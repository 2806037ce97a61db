/** The road: hubs, riders, partners, pieces of bookings, their custody, runs and exceptions. */
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import { CUSTODY_METHODS, HOLDER_KINDS, MAX_PIECES } from "../../../domain/custody.ts";
import { CLOSE_REASONS, EXCEPTION_KINDS } from "../../../domain/exception-kinds.ts";
import { INCIDENT_KINDS, RUN_KINDS, RUN_OUTCOMES, RUN_STATES } from "../../../domain/run.ts";
import type { StateName } from "../../../domain/states.ts";
import { belongsTo, countedId, formColumns, id, moment, oneOf, refersTo, versionColumns } from "./columns.ts";
import { indexWhereSet } from "./indexes.ts";
import { bookings } from "./bookings.ts";
import { adminMembers } from "./people.ts";

/** HUB-1: a place of the company where pieces are received, sorted and handed out. */
export const hubs = pgTable(
  "hubs",
  {
    id: id(),
    name: text("name").notNull().unique(),
    /** Three letters, e.g. IKJ. */
    code: text("code").notNull().unique(),
    phone: text("phone").notNull(),
    address: text("address").notNull(),
    town: text("town"),
    state: text("state").$type<StateName>().notNull(),
    /** One line for each range of days: 'Mon-Fri 8:00-18:00'. */
    hours: text("hours").notNull().default(""),
    active: boolean("active").notNull().default(true),
    ...versionColumns(),
  },
  (t) => [check("hubs_code", sql`${t.code} ~ '^[A-Z]{3}$'`)],
);

/** HUB-2: where a hub delivers to: a whole state, or a town or district of it. */
export const hubAreas = pgTable(
  "hub_areas",
  {
    hubId: belongsTo("hub_id", () => hubs.id),
    state: text("state").$type<StateName>().notNull(),
    /** '' is the whole state. */
    town: text("town").notNull().default(""),
  },
  (t) => [primaryKey({ columns: [t.hubId, t.state, t.town] })],
);

/** RUN-12: how long a linehaul takes between two hubs, where it is not the usual day. */
export const laneHours = pgTable(
  "lane_hours",
  {
    fromHubId: belongsTo("from_hub_id", () => hubs.id),
    toHubId: belongsTo("to_hub_id", () => hubs.id),
    hours: integer("hours").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.fromHubId, t.toHubId] }),
    check("lane_hours_hours", sql`${t.hours} between 1 and 240`),
  ],
);

/** Where a member of staff works. Of a hub clerk it is the hub that they may work for. */
export const hubMembers = pgTable("hub_members", {
  memberId: uuid("member_id")
    .primaryKey()
    .references((): AnyPgColumn => adminMembers.id, { onDelete: "cascade" }),
  hubId: belongsTo("hub_id", () => hubs.id),
});

/** RIDER-1: a rider is no member of the team: no email, no password, no back office. */
export const riders = pgTable(
  "riders",
  {
    id: id(),
    name: text("name").notNull(),
    /** In E.164. */
    phone: text("phone").notNull().unique(),
    hubId: refersTo("hub_id", () => hubs.id),
    /** When the rider left the company; null while they work. */
    leftAt: moment("left_at"),
    ...versionColumns(),
  },
  (t) => [index("riders_hub").on(t.hubId)],
);

/** A company whose vehicle takes our pieces between hubs, such as the bus from the motor park. */
export const partners = pgTable("partners", {
  id: id(),
  company: text("company").notNull().unique(),
  /** In E.164. */
  phone: text("phone").notNull(),
  active: boolean("active").notNull().default(true),
  ...versionColumns(),
});

/**
 * PIECE-1: a booking has 1 to 50 pieces, made with it by a trigger. Holder and its time are derived from `custody_entries`
 * (domain/custody.ts) and kept here, so that lists are found by holder; a test recounts them.
 */
export const pieces = pgTable(
  "pieces",
  {
    id: id(),
    bookingId: belongsTo("booking_id", () => bookings.id),
    /** From 1. */
    number: integer("number").notNull(),
    holderKind: text("holder_kind", { enum: HOLDER_KINDS }).notNull().default("sender"),
    /** The hub, rider or partner that holds it. */
    holderId: uuid("holder_id"),
    /** The deed that gave it to the holder; null before the first. */
    heldSince: moment("held_since"),
    /** The desk's choice of the hub that delivers it; null where it follows from the receiver's place. */
    toHubId: uuid("to_hub_id").references((): AnyPgColumn => hubs.id),
    /** It goes back: the sender's place is where it is delivered. */
    returning: boolean("returning").notNull().default(false),
    /** The code of a pre-printed sticker that was put onto it. */
    sticker: text("sticker").unique(),
  },
  (t) => [
    unique("pieces_of_booking").on(t.bookingId, t.number),
    check("pieces_number", sql`${t.number} between 1 and ${sql.raw(String(MAX_PIECES))}`),
    check("pieces_holder", oneOf(t.holderKind, HOLDER_KINDS)),
    check(
      "pieces_holder_id",
      sql`(${t.holderKind} in ('hub', 'rider', 'partner')) = (${t.holderId} is not null)`,
    ),
    index("pieces_held")
      .on(t.holderKind, t.holderId, t.heldSince)
      .where(sql`holder_kind in ('hub', 'rider', 'partner', 'lost')`),
  ],
);

/** RUN-1: what a rider, or a partner, takes from a hub on a Lagos day. */
export const runs = pgTable(
  "runs",
  {
    ...formColumns(),
    /** What people call it: 'IKJ-D-12' is the 12th delivery run of hub IKJ. */
    name: text("name").notNull().unique(),
    kind: text("kind", { enum: RUN_KINDS }).notNull(),
    day: date("day", { mode: "string" }).notNull(),
    hubId: refersTo("hub_id", () => hubs.id),
    /** Of a linehaul. */
    toHubId: uuid("to_hub_id").references((): AnyPgColumn => hubs.id),
    riderId: uuid("rider_id").references((): AnyPgColumn => riders.id),
    partnerId: uuid("partner_id").references((): AnyPgColumn => partners.id),
    driverName: text("driver_name"),
    /** In E.164. */
    driverPhone: text("driver_phone"),
    plate: text("plate"),
    /** What the partner is paid, in kobo; null for a rider. */
    feeKobo: bigint("fee_kobo", { mode: "number" }),
    state: text("state", { enum: RUN_STATES }).notNull().default("planned"),
    /** When a linehaul is due at the other hub. */
    expectedAt: moment("expected_at"),
    sealedAt: moment("sealed_at"),
    outAt: moment("out_at"),
    returnedAt: moment("returned_at"),
    reconciledAt: moment("reconciled_at"),
    /** Why it was sealed, or closed, with a difference, and who said so. */
    sealNote: text("seal_note"),
    closeNote: text("close_note"),
    closedByName: text("closed_by_name"),
    ...versionColumns(),
  },
  (t) => [
    check("runs_kind", oneOf(t.kind, RUN_KINDS)),
    check("runs_state", oneOf(t.state, RUN_STATES)),
    check("runs_holder", sql`num_nonnulls(${t.riderId}, ${t.partnerId}) <= 1`),
    check("runs_to_hub", sql`(${t.kind} = 'linehaul') = (${t.toHubId} is not null)`),
    check("runs_two_hubs", sql`${t.toHubId} <> ${t.hubId}`),
    check("runs_fee", sql`${t.feeKobo} between 0 and 100000000000`),
    index("runs_day").on(t.day, t.hubId),
    index("runs_open")
      .on(t.day, t.id)
      .where(sql`state <> 'reconciled'`),
    indexWhereSet("runs_rider", t.riderId, "rider_id"),
  ],
);

/** RUN-2: the pieces of a run. A piece is on at most one open run: the unique index says so, not a look before. */
export const runPieces = pgTable(
  "run_pieces",
  {
    id: countedId(),
    runId: refersTo("run_id", () => runs.id),
    pieceId: belongsTo("piece_id", () => pieces.id),
    /** The order of the stops, from 1. Pieces of one stop have the same. */
    stop: integer("stop").notNull(),
    assignedAt: moment("assigned_at").notNull(),
    /** When it was scanned, or ticked, for this run; null while it is only planned. Of a pickup, when it was picked up. */
    loadedAt: moment("loaded_at"),
    loadedBy: text("loaded_by", { enum: CUSTODY_METHODS }),
    /** Scanned for this run although nobody had planned it. */
    extra: boolean("extra").notNull().default(false),
    outcome: text("outcome", { enum: RUN_OUTCOMES }),
    /** The deed of the outcome; null while the piece is on the run. */
    endedAt: moment("ended_at"),
  },
  (t) => [
    check("run_pieces_loaded_by", oneOf(t.loadedBy, CUSTODY_METHODS)),
    check("run_pieces_loaded", sql`(${t.loadedAt} is null) = (${t.loadedBy} is null)`),
    check("run_pieces_outcome", oneOf(t.outcome, RUN_OUTCOMES)),
    check("run_pieces_ended", sql`(${t.outcome} is null) = (${t.endedAt} is null)`),
    uniqueIndex("run_pieces_one_open")
      .on(t.pieceId)
      .where(sql`ended_at is null`),
    index("run_pieces_run").on(t.runId, t.stop, t.id),
    index("run_pieces_piece").on(t.pieceId, t.id),
  ],
);

/** CUSTODY-1: every hand-over of a piece. Rows are added, never changed (trigger). */
export const custodyEntries = pgTable(
  "custody_entries",
  {
    id: countedId(),
    pieceId: belongsTo("piece_id", () => pieces.id),
    /** The holder before, as it was known when the row was written. */
    fromKind: text("from_kind", { enum: HOLDER_KINDS }).notNull(),
    fromId: uuid("from_id"),
    toKind: text("to_kind", { enum: HOLDER_KINDS }).notNull(),
    toId: uuid("to_id"),
    /** The deed, and when we heard of it. */
    occurredAt: moment("occurred_at").notNull(),
    receivedAt: moment("received_at").notNull(),
    method: text("method", { enum: CUSTODY_METHODS }).notNull(),
    runId: uuid("run_id").references((): AnyPgColumn => runs.id),
    /** What one side says, and the other has not confirmed: it moves nothing. */
    claim: boolean("claim").notNull().default(false),
    reverses: bigint("reverses", { mode: "number" })
      .unique()
      .references((): AnyPgColumn => custodyEntries.id),
    /** No foreign key: the ledger outlives the account. */
    byUserId: uuid("by_user_id"),
    byName: text("by_name").notNull(),
  },
  (t) => [
    check("custody_entries_from", oneOf(t.fromKind, HOLDER_KINDS)),
    check("custody_entries_to", oneOf(t.toKind, HOLDER_KINDS)),
    check("custody_entries_method", oneOf(t.method, CUSTODY_METHODS)),
    check(
      "custody_entries_to_id",
      sql`(${t.toKind} in ('hub', 'rider', 'partner')) = (${t.toId} is not null)`,
    ),
    index("custody_entries_piece").on(t.pieceId, t.id),
    indexWhereSet("custody_entries_run", t.runId, "run_id"),
  ],
);

/** EXCEPTION-1: what needs a decision of a person. Of one kind and subject one is open. */
export const exceptions = pgTable(
  "exceptions",
  {
    id: id(),
    kind: text("kind", { enum: EXCEPTION_KINDS }).notNull(),
    /** What it is about, e.g. 'piece <id>': with the kind unique among the open ones. */
    subject: text("subject").notNull(),
    bookingId: uuid("booking_id").references((): AnyPgColumn => bookings.id, { onDelete: "cascade" }),
    pieceId: uuid("piece_id").references((): AnyPgColumn => pieces.id, { onDelete: "cascade" }),
    runId: uuid("run_id").references((): AnyPgColumn => runs.id),
    hubId: uuid("hub_id").references((): AnyPgColumn => hubs.id),
    incident: text("incident", { enum: INCIDENT_KINDS }),
    /** What was seen, in words of the person or of the program that opened it. */
    note: text("note"),
    details: jsonb("details").$type<Record<string, string | number>>(),
    /** Who of the team decides it; null for whoever comes first. */
    ownerId: uuid("owner_id").references((): AnyPgColumn => adminMembers.id, { onDelete: "set null" }),
    openedAt: moment("opened_at").notNull(),
    openedByName: text("opened_by_name").notNull(),
    dueAt: moment("due_at").notNull(),
    closedAt: moment("closed_at"),
    closeReason: text("close_reason", { enum: CLOSE_REASONS }),
    closeNote: text("close_note"),
    /** No foreign key: the row outlives the account. */
    closedByUserId: uuid("closed_by_user_id"),
    closedByName: text("closed_by_name"),
    version: integer("version").notNull().default(1),
  },
  (t) => [
    check("exceptions_kind", oneOf(t.kind, EXCEPTION_KINDS)),
    check("exceptions_incident", oneOf(t.incident, INCIDENT_KINDS)),
    check("exceptions_reason", oneOf(t.closeReason, CLOSE_REASONS)),
    check(
      "exceptions_closed",
      sql`(${t.closedAt} is null) = (${t.closeReason} is null) and (${t.closedAt} is null) = (${t.closedByName} is null)`,
    ),
    uniqueIndex("exceptions_one_open")
      .on(t.kind, t.subject)
      .where(sql`closed_at is null`),
    index("exceptions_due")
      .on(t.dueAt, t.id)
      .where(sql`closed_at is null`),
    index("exceptions_closed_newest")
      .on(t.closedAt, t.id)
      .where(sql`closed_at is not null`),
    indexWhereSet("exceptions_booking", t.bookingId, "booking_id"),
    indexWhereSet("exceptions_run", t.runId, "run_id"),
  ],
);
