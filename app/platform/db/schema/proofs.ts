/** Proofs of deliveries and attempts, and their pictures. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { MAX_LANDMARK } from "../../../domain/consents.ts";
import {
  MAX_PROOF_NOTE,
  MAX_PROOF_PICTURES,
  MAX_TAKER_NAME,
  PIN_STATES,
  PROOF_FLAGS,
  PROOF_KINDS,
  PROOF_PICTURES,
} from "../../../domain/proof.ts";
import { ofAct } from "./acts.ts";
import { bookings } from "./bookings.ts";
import { belongsTo, countedId, id, moment, oneOf } from "./columns.ts";
import { runs } from "./hubs.ts";
import { indexWhereSet } from "./indexes.ts";

/** PROOF-1: the proof from one deed for one booking. Rows are added. A trigger allows only removing personal data. */
export const proofs = pg.pgTable(
  "proofs",
  {
    id: countedId(),
    /** The id of a deed from a rider's phone or the office. A deed has one proof for each booking at the stop. */
    deedId: pg.uuid("deed_id").notNull(),
    bookingId: belongsTo("booking_id", () => bookings.id),
    actId: ofAct(),
    /** The numbers of the deed's pieces. */
    pieces: pg.integer("pieces").array().notNull(),
    runId: pg.uuid("run_id").references((): pg.AnyPgColumn => runs.id),
    kind: pg.text("kind", { enum: PROOF_KINDS }).notNull(),
    /** The result of the check of the receiver's PIN; null without a PIN. The PIN itself is not stored. */
    pinState: pg.text("pin_state", { enum: PIN_STATES }),
    /** The name of the person who took the parcel, as given at the door. */
    takenBy: pg.text("taken_by"),
    /** The position from the phone; the accuracy is in metres. */
    latitude: pg.doublePrecision("latitude"),
    longitude: pg.doublePrecision("longitude"),
    accuracy: pg.doublePrecision("accuracy"),
    /** The rider's note about the place: 'beside the green gate'. */
    landmark: pg.text("landmark"),
    /** When the rider called the receiver, as the rider reported. */
    calledAt: moment("called_at"),
    /** The number of pictures. The pictures may arrive after the proof. */
    pictures: pg.integer("pictures").notNull().default(0),
    /** Why staff review the proof. */
    flags: pg.text("flags", { enum: PROOF_FLAGS }).array().notNull().default([]),
    /** The text that explains why a required proof is missing. */
    note: pg.text("note"),
    occurredAt: moment("occurred_at").notNull(),
    receivedAt: moment("received_at").notNull(),
    /** No foreign key, because the row outlives the login account. */
    byUserId: pg.uuid("by_user_id"),
    byName: pg.text("by_name").notNull(),
    /** When the people of the booking were erased; null before. */
    forgottenAt: moment("forgotten_at"),
  },
  (t) => [
    pg.unique("proofs_of_deed").on(t.deedId, t.bookingId),
    pg.check("proofs_kind", oneOf(t.kind, PROOF_KINDS)),
    pg.check("proofs_pin_state", oneOf(t.pinState, PIN_STATES)),
    pg.check(
      "proofs_flags",
      sql`${t.flags} <@ array[${sql.raw(PROOF_FLAGS.map((flag) => `'${flag}'`).join(", "))}]`,
    ),
    pg.check("proofs_pictures", sql`${t.pictures} between 0 and ${sql.raw(String(MAX_PROOF_PICTURES))}`),
    pg.check("proofs_taken_by", sql`length(${t.takenBy}) between 1 and ${sql.raw(String(MAX_TAKER_NAME))}`),
    pg.check("proofs_landmark", sql`length(${t.landmark}) between 1 and ${sql.raw(String(MAX_LANDMARK))}`),
    pg.check("proofs_note", sql`length(${t.note}) between 1 and ${sql.raw(String(MAX_PROOF_NOTE))}`),
    pg.check(
      "proofs_position",
      sql`(${t.latitude} is null) = (${t.longitude} is null) and ${t.latitude} between -90 and 90 and ${t.longitude} between -180 and 180 and ${t.accuracy} >= 0`,
    ),
    pg.index("proofs_act").on(t.actId),
    pg.index("proofs_booking").on(t.bookingId, t.occurredAt),
    pg.index("proofs_occurred").on(t.occurredAt),
    indexWhereSet("proofs_run", t.runId, "run_id"),
  ],
);

/**
 * PROOF-4: pictures of deeds. The phone names a picture by the deed's id and a number before it takes the
 * picture. A row without a file only records that there was a picture.
 */
export const proofPictures = pg.pgTable(
  "proof_pictures",
  {
    id: id(),
    deedId: pg.uuid("deed_id").notNull(),
    /** The number that the phone gave to the picture among the deed's pictures, from 1. */
    number: pg.integer("number").notNull(),
    kind: pg.text("kind", { enum: PROOF_PICTURES }).notNull(),
    /** The stored file; null once the file was removed. */
    key: pg.text("key").unique(),
    receivedAt: moment("received_at").notNull(),
    /** When the people of all the deed's bookings were erased. The picture is then hidden and its file removed. */
    forgottenAt: moment("forgotten_at"),
  },
  (t) => [
    pg.unique("proof_pictures_of_deed").on(t.deedId, t.number),
    pg
      .index("proof_pictures_received")
      .on(t.receivedAt)
      .where(sql`key is not null`),
    pg
      .index("proof_pictures_forgotten")
      .on(t.forgottenAt)
      .where(sql`forgotten_at is not null and key is not null`),
    pg.check("proof_pictures_kind", oneOf(t.kind, PROOF_PICTURES)),
    pg.check("proof_pictures_number", sql`${t.number} between 1 and ${sql.raw(String(MAX_PROOF_PICTURES))}`),
  ],
);
