/** API keys, and the data that shops stored with the bookings that they made with API keys. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { KEY_ACCESS, KEY_MODES, TEST_SPEEDS } from "../../../domain/api-keys.ts";
import { belongsTo, bytea, createdAt, id, moment, oneOf } from "./columns.ts";
import { bookings } from "./bookings.ts";
import { businesses } from "./businesses.ts";
import { profiles } from "./people.ts";
import { stores } from "./stores.ts";

/** API-1: the keys of programs. Only the hash of a key is stored. */
export const apiKeys = pg.pgTable(
  "api_keys",
  {
    id: id(),
    /** The person who made the key. The key has this person's rights. */
    userId: belongsTo("user_id", () => profiles.id),
    /** The store that the key acts for; null if the key acts for the person. */
    storeId: pg.uuid("store_id").references(() => stores.id, { onDelete: "cascade" }),
    /** The business that the key acts for while the key's maker is a member; null if the key acts for no business. */
    businessId: pg.uuid("business_id").references(() => businesses.id),
    label: pg.text("label").notNull(),
    mode: pg.text("mode", { enum: KEY_MODES }).notNull(),
    access: pg.text("access", { enum: KEY_ACCESS }).notNull(),
    keyHash: bytea("key_hash").notNull().unique(),
    /** The first and the last four characters of the key, by which its owner recognises it. */
    hint: pg.text("hint").notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment("last_used_at"),
    /**
     * The network from which the key was last used, such as 203.0.113.0/24. The next column has all networks of the
     * key.
     */
    lastUsedFrom: pg.text("last_used_from"),
    networks: pg.jsonb("networks").$type<string[]>().notNull().default([]),
    revokedAt: moment("revoked_at"),
  },
  (t) => [
    pg.check("api_keys_mode", oneOf(t.mode, KEY_MODES)),
    pg.check("api_keys_access", oneOf(t.access, KEY_ACCESS)),
    pg.check("api_keys_label", sql`length(${t.label}) between 1 and 60`),
    pg.index("api_keys_user").on(t.userId, t.createdAt, t.id),
    pg.index("api_keys_store").on(t.storeId),
    pg.index("api_keys_business").on(t.businessId),
    pg.check("api_keys_one_owner", sql`num_nonnulls(${t.storeId}, ${t.businessId}) <= 1`),
  ],
);

/** API-3: the shop's own facts (order number and metadata) of a booking that an API key made. */
export const apiBookings = pg.pgTable(
  "api_bookings",
  {
    bookingId: pg
      .uuid("booking_id")
      .primaryKey()
      .references(() => bookings.id, { onDelete: "cascade" }),
    /** The person, store or business of the API key. No foreign key, because bookings outlive accounts. */
    ownerId: pg.uuid("owner_id").notNull(),
    /** The shop's order number, unique for the owner. */
    reference: pg.text("reference"),
    metadata: pg.jsonb("metadata").$type<Record<string, string>>().notNull().default({}),
    testSpeed: pg.text("test_speed", { enum: TEST_SPEEDS }),
    createdAt: createdAt(),
  },
  (t) => [
    pg.unique("api_bookings_reference").on(t.ownerId, t.reference),
    pg.check("api_bookings_test_speed", oneOf(t.testSpeed, TEST_SPEEDS)),
    pg.check("api_bookings_reference_length", sql`length(${t.reference}) between 1 and 100`),
    pg.index("api_bookings_owner").on(t.ownerId, t.createdAt),
  ],
);
