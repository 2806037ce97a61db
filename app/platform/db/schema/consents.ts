/** Receivers' consents, and the data that the company may store with a consent. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { CONSENT_PURPOSES, MAX_CONSENT_NOTE, MAX_LANDMARK } from "../../../domain/consents.ts";
import { bookings } from "./bookings.ts";
import { id, ledgerColumns, moment, oneOf, updatedAt } from "./columns.ts";
import { indexWhereSet } from "./indexes.ts";
import { stores } from "./stores.ts";

/**
 * CONSENT-1: the register of consents. A row gives or withdraws a consent. Rows are added, never changed. A trigger
 * deletes the rows of a phone number once no booking has that number (CONSENT-3).
 */
export const consents = pg.pgTable(
  "consents",
  {
    id: id(),
    /** The phone number is in E.164. */
    phone: pg.text("phone").notNull(),
    purpose: pg.text("purpose", { enum: CONSENT_PURPOSES }).notNull(),
    /** The version of the consent's text that the person read (domain/consents.ts). */
    textVersion: pg.text("text_version").notNull(),
    /** The language of the consent's text. */
    language: pg.text("language").notNull().default("en"),
    /** The booking whose link the receiver used; null if staff withdrew the consent. */
    bookingId: pg.uuid("booking_id").references(() => bookings.id, { onDelete: "cascade" }),
    /** The consent that this row withdraws; null if this row gives a consent. */
    withdraws: pg
      .uuid("withdraws")
      .unique()
      .references((): pg.AnyPgColumn => consents.id, { onDelete: "cascade" }),
    /** The reason why staff withdrew the consent. */
    note: pg.text("note"),
    ...ledgerColumns(),
  },
  (t) => [
    pg.check("consents_purpose", oneOf(t.purpose, CONSENT_PURPOSES)),
    pg.check("consents_note", sql`length(${t.note}) between 1 and ${sql.raw(String(MAX_CONSENT_NOTE))}`),
    pg.index("consents_phone").on(t.phone),
    indexWhereSet("consents_booking", t.bookingId, "booking_id"),
    pg
      .index("consents_newest")
      .on(t.at, t.id)
      .where(sql`withdraws is null`),
  ],
);

/**
 * PLACE-1: the position of a postal address, for one phone number. Either the receiver consented, or the address is a
 * store's own address.
 */
export const rememberedPlaces = pg.pgTable(
  "remembered_places",
  {
    id: id(),
    /** The phone number is in E.164. */
    phone: pg.text("phone").notNull(),
    /** The address in a form in which differences of spelling are removed (domain/fold-address.ts). */
    address: pg.text("address").notNull(),
    consentId: pg.uuid("consent_id").references(() => consents.id, { onDelete: "cascade" }),
    storeId: pg.uuid("store_id").references(() => stores.id, { onDelete: "cascade" }),
    /** The booking of the last parcel that was delivered at the place. */
    bookingId: pg.uuid("booking_id").references(() => bookings.id, { onDelete: "set null" }),
    deliveredAt: moment("delivered_at"),
    /** The position from the rider's phone. The accuracy is in metres. */
    latitude: pg.doublePrecision("latitude"),
    longitude: pg.doublePrecision("longitude"),
    accuracy: pg.doublePrecision("accuracy"),
    riderWords: pg.text("rider_words"),
    receiverWords: pg.text("receiver_words"),
    updatedAt: updatedAt(),
  },
  (t) => [
    pg.unique("remembered_places_of").on(t.phone, t.address),
    pg.check("remembered_places_basis", sql`num_nonnulls(${t.consentId}, ${t.storeId}) = 1`),
    pg.check(
      "remembered_places_something",
      sql`num_nonnulls(${t.latitude}, ${t.riderWords}, ${t.receiverWords}) > 0`,
    ),
    pg.check(
      "remembered_places_position",
      sql`(${t.latitude} is null) = (${t.longitude} is null) and ${t.latitude} between -90 and 90 and ${t.longitude} between -180 and 180 and ${t.accuracy} >= 0`,
    ),
    pg.check(
      "remembered_places_rider",
      sql`length(${t.riderWords}) between 1 and ${sql.raw(String(MAX_LANDMARK))}`,
    ),
    pg.check(
      "remembered_places_receiver",
      sql`length(${t.receiverWords}) between 1 and ${sql.raw(String(MAX_LANDMARK))}`,
    ),
    indexWhereSet("remembered_places_consent", t.consentId, "consent_id"),
    indexWhereSet("remembered_places_store", t.storeId, "store_id"),
    indexWhereSet("remembered_places_booking", t.bookingId, "booking_id"),
    pg.index("remembered_places_updated").on(t.updatedAt),
  ],
);
