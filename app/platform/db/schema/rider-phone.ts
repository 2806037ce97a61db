/** The rider's phone: devices, shifts, the deeds that phones sent, the deeds' pictures, and the rider's papers. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { DEED_FLAGS, DEED_KINDS, PIN_TOLD, REVOKED_BY, TOLD_ENDS } from "../../../domain/deeds.ts";
import { PAPER_KINDS } from "../../../domain/rider-papers.ts";
import {
  belongsTo,
  bigNumber,
  bytea,
  countedId,
  id,
  moment,
  oneOf,
  refersTo,
  literalWord,
} from "./columns.ts";
import { bookings } from "./bookings.ts";
import { riders } from "./hubs.ts";
import { pieces } from "./road.ts";
import { indexWhereSet } from "./indexes.ts";

/** DEVICE-1: a phone that acts for a rider. Only the SHA-256 of its cookie's token is stored. */
export const riderDevices = pg.pgTable(
  "rider_devices",
  {
    id: id(),
    riderId: refersTo("rider_id", () => riders.id),
    tokenHash: bytea("token_hash").notNull().unique(),
    /** The previous enrolment of this browser as a device. Unsent deeds of that device are still accepted. */
    previousId: pg
      .uuid("previous_id")
      .references((): pg.AnyPgColumn => riderDevices.id, { onDelete: "set null" }),
    /** The name of the phone's browser: 'Chrome on Android'. */
    name: pg.text("name").notNull(),
    enrolledAt: moment("enrolled_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    /** When the rider agreed to the recording of positions at deliveries; null without consent. */
    positionConsentAt: moment("position_consent_at"),
    lastSeenAt: moment("last_seen_at").notNull(),
    /** The program's version, as the phone last reported it. The next columns are from the same report. */
    build: pg.text("build").notNull(),
    unsent: pg.integer("unsent").notNull().default(0),
    unsentPictures: pg.integer("unsent_pictures").notNull().default(0),
    storageLeft: bigNumber("storage_left"),
    persisted: pg.boolean("persisted"),
    /** The number of milliseconds by which the phone's clock is ahead of the server's. */
    clockAheadMs: bigNumber("clock_ahead_ms"),
    /**
     * DEED-15: how many codes of parcels that are not the rider's were looked up since `foreign_since`. The count
     * restarts after an hour.
     */
    foreignCodes: pg.integer("foreign_codes").notNull().default(0),
    foreignSince: moment("foreign_since"),
    revokedAt: moment("revoked_at"),
    revokedBy: pg.text("revoked_by", { enum: REVOKED_BY }),
    revokedByName: pg.text("revoked_by_name"),
  },
  (t) => [
    pg.check("rider_devices_revoked_by", oneOf(t.revokedBy, REVOKED_BY)),
    pg.check("rider_devices_revoked", sql`(${t.revokedAt} is null) = (${t.revokedBy} is null)`),
    /** A rider has at most one active phone. */
    pg
      .uniqueIndex("rider_devices_one_active")
      .on(t.riderId)
      .where(sql`revoked_at is null`),
    pg.index("rider_devices_rider").on(t.riderId, t.enrolledAt),
    indexWhereSet("rider_devices_previous", t.previousId, "previous_id"),
  ],
);

/** DEVICE-2: the QR code and the number by which a rider enrols a phone. They work once, within ten minutes. */
export const riderEnrolments = pg.pgTable(
  "rider_enrolments",
  {
    id: id(),
    riderId: refersTo("rider_id", () => riders.id),
    secretHash: bytea("secret_hash").notNull().unique(),
    /**
     * The number's keyed hash. All numbers of eight digits can be tried fast, so a plain hash would reveal the number.
     */
    numberHash: bytea("number_hash").notNull(),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    usedAt: moment("used_at"),
    deviceId: pg
      .uuid("device_id")
      .references((): pg.AnyPgColumn => riderDevices.id, { onDelete: "set null" }),
    byUserId: pg.uuid("by_user_id"),
    byName: pg.text("by_name").notNull(),
  },
  (t) => [
    pg
      .uniqueIndex("rider_enrolments_number")
      .on(t.numberHash)
      .where(sql`used_at is null`),
    pg.index("rider_enrolments_rider").on(t.riderId, t.createdAt),
    indexWhereSet("rider_enrolments_device", t.deviceId, "device_id"),
  ],
);

/** DEVICE-3: the shifts of riders. A shift ends by itself after 14 hours. */
export const riderShifts = pg.pgTable(
  "rider_shifts",
  {
    id: id(),
    deviceId: belongsTo("device_id", () => riderDevices.id),
    riderId: refersTo("rider_id", () => riders.id),
    begunAt: moment("begun_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    endedAt: moment("ended_at"),
  },
  (t) => [
    pg
      .uniqueIndex("rider_shifts_one_open")
      .on(t.deviceId)
      .where(sql`ended_at is null`),
    pg.index("rider_shifts_rider").on(t.riderId, t.begunAt),
    pg.index("rider_shifts_device").on(t.deviceId),
  ],
);

/** DEVICE-4: the rider's shift PIN, and the number of wrong tries. */
export const riderPins = pg.pgTable("rider_pins", {
  riderId: pg
    .uuid("rider_id")
    .primaryKey()
    .references(() => riders.id, { onDelete: "cascade" }),
  hash: pg.text("hash").notNull(),
  setAt: moment("set_at").notNull(),
  wrongTries: pg.integer("wrong_tries").notNull().default(0),
  /** The time at which the rider may try again after wrong PINs. */
  waitUntil: moment("wait_until"),
});

const flagList = sql.join(DEED_FLAGS.map(literalWord), sql`, `);

/**
 * DEED-2: each deed that a phone sent, stored once. Rows are added, never changed (trigger). What a deed
 * changed is in the ledgers.
 */
export const riderDeeds = pg.pgTable(
  "rider_deeds",
  {
    id: countedId(),
    deedId: pg.uuid("deed_id").notNull().unique(),
    /** The device that sent the deed. No foreign key, because the deeds outlive the device. */
    deviceId: pg.uuid("device_id").notNull(),
    riderId: refersTo("rider_id", () => riders.id),
    /**
     * The number that the phone gave to the deed. It is not unique: a phone that lost its storage starts
     * again at 1, and its deeds are accepted.
     */
    seq: pg.integer("seq").notNull(),
    kind: pg.text("kind", { enum: DEED_KINDS }).notNull(),
    /** The run that the phone reported. No foreign key, because a deed with an unknown run must not be lost. */
    runId: pg.uuid("run_id"),
    runVersion: pg.integer("run_version"),
    /** The deed that this deed undoes or corrects. */
    about: pg.uuid("about"),
    protocol: pg.integer("protocol").notNull(),
    /** The sent content, without the receiver's PIN. */
    body: pg.jsonb("body").notNull().$type<Record<string, unknown>>(),
    /** The time at which the deed happened, as the server calculated it. */
    occurredAt: moment("occurred_at").notNull(),
    receivedAt: moment("received_at").notNull(),
    /** Why dispatch must review the deed; empty if no review is needed. */
    flags: pg.text("flags", { enum: DEED_FLAGS }).array().notNull(),
    bookingIds: pg.uuid("booking_ids").array().notNull(),
  },
  (t) => [
    pg.check("rider_deeds_kind", oneOf(t.kind, DEED_KINDS)),
    pg.check("rider_deeds_flags", sql`${t.flags} <@ array[${flagList}]`),
    pg.index("rider_deeds_device").on(t.deviceId, t.seq),
    pg.index("rider_deeds_rider").on(t.riderId, t.occurredAt),
    pg.index("rider_deeds_received").on(t.receivedAt),
    pg.index("rider_deeds_bookings").using("gin", t.bookingIds),
    pg
      .index("rider_deeds_unbooked")
      .on(t.id)
      .where(sql`kind = 'picked_up_unbooked'`),
    indexWhereSet("rider_deeds_about", t.about, "about"),
    indexWhereSet("rider_deeds_run", t.runId, "run_id"),
  ],
);

/**
 * DEED-13: the reports of riders about pieces that are not theirs by the records. A deed has one row for each such
 * piece. A row has no effect until the other side or dispatch confirms it. Later only its end is changed.
 */
export const toldPieces = pg.pgTable(
  "told_pieces",
  {
    id: countedId(),
    /** No foreign key, because a deed may be deleted before this row. */
    deedId: pg.uuid("deed_id").notNull(),
    riderId: refersTo("rider_id", () => riders.id),
    deviceId: pg.uuid("device_id").notNull(),
    kind: pg.text("kind", { enum: DEED_KINDS }).notNull(),
    /** The piece; null for a parcel without a booking that a revoked phone reported. */
    pieceId: pg.uuid("piece_id").references((): pg.AnyPgColumn => pieces.id, { onDelete: "cascade" }),
    bookingId: pg.uuid("booking_id").references((): pg.AnyPgColumn => bookings.id, { onDelete: "cascade" }),
    /** The other rider that the deed names; null if it names none. */
    otherId: pg.uuid("other_id").references((): pg.AnyPgColumn => riders.id),
    /** The cash that the rider reported for the booking. Only one row of the booking has the cash. */
    kobo: bigNumber("kobo").notNull().default(0),
    /** The state of the receiver's PIN; null if no PIN was entered. */
    pin: pg.text("pin", { enum: PIN_TOLD }),
    occurredAt: moment("occurred_at").notNull(),
    receivedAt: moment("received_at").notNull(),
    endedAt: moment("ended_at"),
    ended: pg.text("ended", { enum: TOLD_ENDS }),
  },
  (t) => [
    pg.check("told_pieces_kind", oneOf(t.kind, DEED_KINDS)),
    pg.check("told_pieces_pin", oneOf(t.pin, PIN_TOLD)),
    pg.check("told_pieces_end", oneOf(t.ended, TOLD_ENDS)),
    pg.check("told_pieces_ended", sql`(${t.endedAt} is null) = (${t.ended} is null)`),
    pg.check("told_pieces_kobo", sql`${t.kobo} >= 0`),
    pg.index("told_pieces_deed").on(t.deedId),
    pg.index("told_pieces_device").on(t.deviceId, t.receivedAt),
    pg.index("told_pieces_rider").on(t.riderId, t.endedAt),
    indexWhereSet("told_pieces_piece", t.pieceId, "piece_id"),
    indexWhereSet("told_pieces_booking", t.bookingId, "booking_id"),
    indexWhereSet("told_pieces_other", t.otherId, "other_id"),
    pg
      .index("told_pieces_open")
      .on(t.receivedAt)
      .where(sql`ended_at is null`),
  ],
);

/**
 * DEVICE-8: pictures of a rider's licence, insurance and vehicle papers. The office adds the pictures, and
 * the rider's phone shows them.
 */
export const riderPapers = pg.pgTable(
  "rider_papers",
  {
    id: id(),
    riderId: refersTo("rider_id", () => riders.id),
    kind: pg.text("kind", { enum: PAPER_KINDS }).notNull(),
    fileKey: pg.text("file_key").notNull(),
    addedAt: moment("added_at").notNull(),
    addedByName: pg.text("added_by_name").notNull(),
  },
  (t) => [
    pg.check("rider_papers_kind", oneOf(t.kind, PAPER_KINDS)),
    pg.index("rider_papers_rider").on(t.riderId, t.addedAt),
  ],
);
