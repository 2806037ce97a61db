/** The road: pieces of bookings, their custody, their places on runs, and exceptions. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { CUSTODY_METHODS, HOLDER_KINDS, MAX_PIECES } from "../../../domain/custody.ts";
import { CLOSE_REASONS, EXCEPTION_KINDS } from "../../../domain/exception-kinds.ts";
import { INCIDENT_KINDS, RUN_OUTCOMES } from "../../../domain/run.ts";
import { belongsTo, bigNumber, countedId, id, moment, oneOf, refersTo } from "./columns.ts";
import { bookings } from "./bookings.ts";
import { hubs, runs } from "./hubs.ts";
import { indexWhereSet } from "./indexes.ts";
import { adminMembers } from "./people.ts";

/**
 * PIECE-1: a booking has 1 to 50 pieces, which a trigger creates with it. Holder and time are derived from `custody_entries`
 * (domain/custody.ts) and stored here, so that lists can be read by holder. A test recounts them.
 */
export const pieces = pg.pgTable(
  "pieces",
  {
    id: id(),
    bookingId: belongsTo("booking_id", () => bookings.id),
    /** From 1. */
    number: pg.integer("number").notNull(),
    holderKind: pg.text("holder_kind", { enum: HOLDER_KINDS }).notNull().default("sender"),
    /** The hub, rider or partner that holds it. */
    holderId: pg.uuid("holder_id"),
    /** The time of the deed that gave it to the holder; null before the first. */
    heldSince: moment("held_since"),
    /** The hub that dispatch chose for it; null if it follows from the receiver's place. */
    toHubId: pg.uuid("to_hub_id").references((): pg.AnyPgColumn => hubs.id),
    /** It is returning: it is delivered at the sender's place. */
    returning: pg.boolean("returning").notNull().default(false),
    /** The code of a linked sticker. */
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

/** RUN-2: the pieces of a run. A piece is on at most one open run, which the unique index ensures. */
export const runPieces = pg.pgTable(
  "run_pieces",
  {
    id: countedId(),
    runId: refersTo("run_id", () => runs.id),
    pieceId: belongsTo("piece_id", () => pieces.id),
    /** The order of the stops, from 1. Pieces of one stop share the number. */
    stop: pg.integer("stop").notNull(),
    assignedAt: moment("assigned_at").notNull(),
    /**
     * The time at which it was scanned, or ticked, for this run; null while it is only planned. For a pickup, the time of
     * the pickup.
     */
    loadedAt: moment("loaded_at"),
    loadedBy: pg.text("loaded_by", { enum: CUSTODY_METHODS }),
    /** Scanned for this run without a plan. */
    extra: pg.boolean("extra").notNull().default(false),
    /**
     * The piece was returning when it was put on the run (trigger). A return that starts later does not change the run's history.
     */
    returning: pg.boolean("returning").notNull().default(false),
    outcome: pg.text("outcome", { enum: RUN_OUTCOMES }),
    /** The time of the outcome's deed; null while the piece is on the run. */
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
    /** The former holder, as known when the row was written. */
    fromKind: pg.text("from_kind", { enum: HOLDER_KINDS }).notNull(),
    fromId: pg.uuid("from_id"),
    toKind: pg.text("to_kind", { enum: HOLDER_KINDS }).notNull(),
    toId: pg.uuid("to_id"),
    /** The time of the deed, and the time at which the server received it. */
    occurredAt: moment("occurred_at").notNull(),
    receivedAt: moment("received_at").notNull(),
    method: pg.text("method", { enum: CUSTODY_METHODS }).notNull(),
    runId: pg.uuid("run_id").references((): pg.AnyPgColumn => runs.id),
    /** The statement of one side, which the other has not confirmed. It moves nothing. */
    claim: pg.boolean("claim").notNull().default(false),
    reverses: bigNumber("reverses")
      .unique()
      .references((): pg.AnyPgColumn => custodyEntries.id),
    /** No foreign key, because the ledger outlives the account. */
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
    pg
      .index("custody_entries_claims")
      .on(t.receivedAt)
      .where(sql`claim`),
    indexWhereSet("custody_entries_run", t.runId, "run_id"),
  ],
);

/** EXC-1: cases that need a person's decision. One can be open for each kind and subject. */
export const exceptions = pg.pgTable(
  "exceptions",
  {
    id: id(),
    kind: pg.text("kind", { enum: EXCEPTION_KINDS }).notNull(),
    /** The subject, e.g. 'piece <id>': with the kind unique among the open ones. */
    subject: pg.text("subject").notNull(),
    bookingId: pg.uuid("booking_id").references((): pg.AnyPgColumn => bookings.id, { onDelete: "cascade" }),
    pieceId: pg.uuid("piece_id").references((): pg.AnyPgColumn => pieces.id, { onDelete: "cascade" }),
    runId: pg.uuid("run_id").references((): pg.AnyPgColumn => runs.id),
    hubId: pg.uuid("hub_id").references((): pg.AnyPgColumn => hubs.id),
    incident: pg.text("incident", { enum: INCIDENT_KINDS }),
    /** The observation, in words of the person or the program that opened it. */
    note: pg.text("note"),
    details: pg.jsonb("details").$type<Record<string, string | number>>(),
    /** The team's note. */
    deskNote: pg.text("desk_note"),
    /** The member of the team who decides it; null if any member may take it. */
    ownerId: pg.uuid("owner_id").references((): pg.AnyPgColumn => adminMembers.id, { onDelete: "set null" }),
    openedAt: moment("opened_at").notNull(),
    openedByName: pg.text("opened_by_name").notNull(),
    dueAt: moment("due_at").notNull(),
    closedAt: moment("closed_at"),
    closeReason: pg.text("close_reason", { enum: CLOSE_REASONS }),
    closeNote: pg.text("close_note"),
    /** No foreign key, because the row outlives the account. */
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
    indexWhereSet("exceptions_booking", t.bookingId, "booking_id"),
    indexWhereSet("exceptions_piece", t.pieceId, "piece_id"),
    indexWhereSet("exceptions_hub", t.hubId, "hub_id"),
    indexWhereSet("exceptions_owner", t.ownerId, "owner_id"),
    indexWhereSet("exceptions_run", t.runId, "run_id"),
  ],
);
