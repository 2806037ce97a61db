/** Pieces of bookings, their custody, their places on runs, and exceptions. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { CUSTODY_METHODS, MAX_PIECES } from "../../../domain/custody.ts";
import { HOLDER_KINDS } from "../../../domain/holders.ts";
import { CLOSE_REASONS, EXCEPTION_KINDS } from "../../../domain/exception-kinds.ts";
import { INCIDENT_KINDS, RUN_OUTCOMES } from "../../../domain/run.ts";
import { belongsTo, bigNumber, countedId, id, moment, oneOf, refersTo } from "./columns.ts";
import { ofAct } from "./acts.ts";
import { bookings } from "./bookings.ts";
import { hubs, runs } from "./hubs.ts";
import { indexWhereSet } from "./indexes.ts";
import { adminMembers } from "./people.ts";

/**
 * PIECE-1: a booking's pieces, 1 to 50. A trigger creates them with the booking. The holder and `held_since`
 * could be derived from `custody_entries` (domain/custody.ts). They are stored so that pieces can be listed
 * by holder. A test compares the stored values with the derived values.
 */
export const pieces = pg.pgTable(
  "pieces",
  {
    id: id(),
    bookingId: belongsTo("booking_id", () => bookings.id),
    /** The number of the piece in its booking, from 1. */
    number: pg.integer("number").notNull(),
    holderKind: pg.text("holder_kind", { enum: HOLDER_KINDS }).notNull().default("sender"),
    /** The id of the hub, rider or partner that holds the piece; null for another kind of holder. */
    holderId: pg.uuid("holder_id"),
    /** The time of the deed that gave the piece to its holder; null before the first hand-over. */
    heldSince: moment("held_since"),
    /** The destination hub that dispatch chose; null if the receiver's place decides. */
    toHubId: pg.uuid("to_hub_id").references((): pg.AnyPgColumn => hubs.id),
    /** True if the piece goes back to the sender's place. */
    returning: pg.boolean("returning").notNull().default(false),
    sticker: pg.text("sticker").unique(),
  },
  (t) => [
    pg.unique("pieces_of_booking").on(t.bookingId, t.number),
    pg.check("pieces_number", sql`${t.number} between 1 and ${sql.raw(String(MAX_PIECES))}`),
    pg.check("pieces_holder", oneOf(t.holderKind, HOLDER_KINDS)),
    pg.check(
      "pieces_holder_id",
      sql`(${t.holderKind} in ('hub', 'rider', 'partner')) = (${t.holderId} is not null)`,
    ),
    indexWhereSet("pieces_to_hub_set", t.toHubId, "to_hub_id"),
    pg
      .index("pieces_held")
      .on(t.holderKind, t.holderId, t.heldSince)
      .where(sql`holder_kind in ('hub', 'rider', 'partner', 'lost')`),
  ],
);

/** RUN-2: the pieces of runs. A unique index ensures that a piece is on at most one open run. */
export const runPieces = pg.pgTable(
  "run_pieces",
  {
    id: countedId(),
    runId: refersTo("run_id", () => runs.id),
    pieceId: belongsTo("piece_id", () => pieces.id),
    /** The number of the stop in the run's order, from 1. All pieces of one stop have the same number. */
    stop: pg.integer("stop").notNull(),
    assignedAt: moment("assigned_at").notNull(),
    /** When the piece was scanned or ticked for this run, or picked up; null while it is only planned. */
    loadedAt: moment("loaded_at"),
    loadedBy: pg.text("loaded_by", { enum: CUSTODY_METHODS }),
    /** True if the piece was scanned for this run although it was not planned. */
    extra: pg.boolean("extra").notNull().default(false),
    /**
     * True if the piece was on its way back when it was put on the run (trigger). A later return does not
     * change this column, so that the run's history stays right.
     */
    returning: pg.boolean("returning").notNull().default(false),
    outcome: pg.text("outcome", { enum: RUN_OUTCOMES }),
    /** The time of the deed that gave the outcome; null while the piece is on the run. */
    endedAt: moment("ended_at"),
  },
  (t) => [
    pg.check("run_pieces_loaded_by", oneOf(t.loadedBy, CUSTODY_METHODS)),
    pg.check("run_pieces_loaded", sql`(${t.loadedAt} is null) = (${t.loadedBy} is null)`),
    pg.check("run_pieces_outcome", oneOf(t.outcome, RUN_OUTCOMES)),
    pg.check("run_pieces_ended", sql`(${t.outcome} is null) = (${t.endedAt} is null)`),
    pg
      .uniqueIndex("run_pieces_one_open")
      .on(t.pieceId)
      .where(sql`ended_at is null`),
    pg.index("run_pieces_run").on(t.runId, t.stop, t.id),
    pg.index("run_pieces_piece").on(t.pieceId, t.id),
  ],
);

/** CUSTODY-1: every hand-over of a piece. Rows are added, never changed (trigger). */
export const custodyEntries = pg.pgTable(
  "custody_entries",
  {
    id: countedId(),
    pieceId: belongsTo("piece_id", () => pieces.id),
    /** The holder before the hand-over, as known when the row was written. */
    fromKind: pg.text("from_kind", { enum: HOLDER_KINDS }).notNull(),
    fromId: pg.uuid("from_id"),
    toKind: pg.text("to_kind", { enum: HOLDER_KINDS }).notNull(),
    toId: pg.uuid("to_id"),
    /** The time of the deed, and the time at which the server received the deed. */
    occurredAt: moment("occurred_at").notNull(),
    receivedAt: moment("received_at").notNull(),
    actId: ofAct(),
    method: pg.text("method", { enum: CUSTODY_METHODS }).notNull(),
    runId: pg.uuid("run_id").references((): pg.AnyPgColumn => runs.id),
    /** True if only one side reported the hand-over. Such a row does not change the holder. */
    oneSided: pg.boolean("claim").notNull().default(false),
    reverses: bigNumber("reverses")
      .unique()
      .references((): pg.AnyPgColumn => custodyEntries.id),
    /** No foreign key, because the ledger outlives the login account. */
    byUserId: pg.uuid("by_user_id"),
    byName: pg.text("by_name").notNull(),
  },
  (t) => [
    pg.check("custody_entries_from", oneOf(t.fromKind, HOLDER_KINDS)),
    pg.check("custody_entries_to", oneOf(t.toKind, HOLDER_KINDS)),
    pg.check("custody_entries_method", oneOf(t.method, CUSTODY_METHODS)),
    pg.check(
      "custody_entries_to_id",
      sql`(${t.toKind} in ('hub', 'rider', 'partner')) = (${t.toId} is not null)`,
    ),
    pg.index("custody_entries_piece").on(t.pieceId, t.id),
    pg.index("custody_entries_act").on(t.actId),
    pg
      .index("custody_entries_claims")
      .on(t.receivedAt)
      .where(sql`claim`),
    indexWhereSet("custody_entries_run", t.runId, "run_id"),
  ],
);

/** EXC-1: cases that need a person's decision. A subject has at most one open case of each kind. */
export const exceptions = pg.pgTable(
  "exceptions",
  {
    id: id(),
    kind: pg.text("kind", { enum: EXCEPTION_KINDS }).notNull(),
    /** The subject of the case, e.g. 'piece <id>'. */
    subject: pg.text("subject").notNull(),
    bookingId: pg.uuid("booking_id").references((): pg.AnyPgColumn => bookings.id, { onDelete: "cascade" }),
    pieceId: pg.uuid("piece_id").references((): pg.AnyPgColumn => pieces.id, { onDelete: "cascade" }),
    runId: pg.uuid("run_id").references((): pg.AnyPgColumn => runs.id),
    hubId: pg.uuid("hub_id").references((): pg.AnyPgColumn => hubs.id),
    incident: pg.text("incident", { enum: INCIDENT_KINDS }),
    /** The observation of the person or program that opened the case. */
    note: pg.text("note"),
    details: pg.jsonb("details").$type<Record<string, string | number>>(),
    deskNote: pg.text("desk_note"),
    /** The member of the team who must decide; null if any member may. */
    ownerId: pg.uuid("owner_id").references((): pg.AnyPgColumn => adminMembers.id, { onDelete: "set null" }),
    actId: ofAct(),
    openedAt: moment("opened_at").notNull(),
    openedByName: pg.text("opened_by_name").notNull(),
    dueAt: moment("due_at").notNull(),
    closedAt: moment("closed_at"),
    closeReason: pg.text("close_reason", { enum: CLOSE_REASONS }),
    closeNote: pg.text("close_note"),
    /** No foreign key, because the row outlives the login account. */
    closedByUserId: pg.uuid("closed_by_user_id"),
    closedByName: pg.text("closed_by_name"),
    version: pg.integer("version").notNull().default(1),
  },
  (t) => [
    pg.check("exceptions_kind", oneOf(t.kind, EXCEPTION_KINDS)),
    pg.check("exceptions_incident", oneOf(t.incident, INCIDENT_KINDS)),
    pg.check("exceptions_reason", oneOf(t.closeReason, CLOSE_REASONS)),
    pg.check(
      "exceptions_closed",
      sql`(${t.closedAt} is null) = (${t.closeReason} is null) and (${t.closedAt} is null) = (${t.closedByName} is null)`,
    ),
    pg
      .uniqueIndex("exceptions_one_open")
      .on(t.kind, t.subject)
      .where(sql`closed_at is null`),
    pg
      .index("exceptions_due")
      .on(t.dueAt, t.id)
      .where(sql`closed_at is null`),
    pg
      .index("exceptions_closed_newest")
      .on(t.closedAt, t.id)
      .where(sql`closed_at is not null`),
    pg.index("exceptions_act").on(t.actId),
    indexWhereSet("exceptions_booking", t.bookingId, "booking_id"),
    pg
      .index("exceptions_unbooked")
      .on(t.id)
      .where(sql`kind = 'to_complete'`),
    indexWhereSet("exceptions_piece", t.pieceId, "piece_id"),
    indexWhereSet("exceptions_hub", t.hubId, "hub_id"),
    indexWhereSet("exceptions_owner", t.ownerId, "owner_id"),
    indexWhereSet("exceptions_run", t.runId, "run_id"),
  ],
);
