/** PICKUP-1: regular pickups on the same days of each week, their stops, and their history. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import {
  REGULAR_ACTS,
  REGULAR_SIDES,
  REGULAR_STATES,
  type RegularTerms,
} from "../../../domain/regular-pickup.ts";
import { STATES } from "../../../domain/states.ts";
import { belongsTo, countedId, id, moment, oneOf, versionColumns } from "./columns.ts";
import { businesses } from "./businesses.ts";
import { hubs, runs } from "./hubs.ts";
import { indexWhereSet } from "./indexes.ts";
import { profiles } from "./people.ts";
import { stores } from "./stores.ts";

/** A regular pickup is deleted with its person, store or business. Only an active pickup gets stops. */
export const regularPickups = pg.pgTable(
  "regular_pickups",
  {
    id: id(),
    userId: pg.uuid("user_id").references(() => profiles.id, { onDelete: "cascade" }),
    storeId: pg.uuid("store_id").references((): pg.AnyPgColumn => stores.id, { onDelete: "cascade" }),
    businessId: pg
      .uuid("business_id")
      .references((): pg.AnyPgColumn => businesses.id, { onDelete: "cascade" }),
    /** The contact person and the phone. The phone shows which of a rider's parcels come from this sender (DEED-12). */
    name: pg.text("name").notNull(),
    phone: pg.text("phone").notNull(),
    address: pg.text("address").notNull(),
    town: pg.text("town"),
    state: pg.text("state", { enum: STATES as [string, ...string[]] }).notNull(),
    note: pg.text("note"),
    /** The weekdays, with Monday as 0, and the time window in Lagos time, 'HH:MM'. */
    days: pg.integer("days").array().notNull(),
    fromTime: pg.text("from_time").notNull(),
    untilTime: pg.text("until_time").notNull(),
    status: pg.text("status", { enum: REGULAR_STATES }).notNull().default("asked"),
    /** A change that the sender requested and that waits for the office; null without such a change. */
    wanted: pg.jsonb("wanted").$type<RegularTerms>(),
    /** The side (the sender or the office) that paused the pickup. Only that side may resume it. */
    pausedBy: pg.text("paused_by", { enum: REGULAR_SIDES }),
    /** The hub of the pickup runs; null before the approval. */
    hubId: pg.uuid("hub_id").references((): pg.AnyPgColumn => hubs.id),
    endedAt: moment("ended_at"),
    ...versionColumns(),
  },
  (t) => [
    pg.check("regular_pickups_owner", sql`num_nonnulls(${t.userId}, ${t.storeId}, ${t.businessId}) = 1`),
    pg.check("regular_pickups_phone", sql`${t.phone} ~ '^\\+[1-9][0-9]{6,14}$'`),
    pg.check("regular_pickups_state", oneOf(t.state, STATES)),
    pg.check("regular_pickups_status", oneOf(t.status, REGULAR_STATES)),
    pg.check("regular_pickups_paused_by", oneOf(t.pausedBy, REGULAR_SIDES)),
    pg.check("regular_pickups_paused", sql`(${t.status} = 'paused') = (${t.pausedBy} is not null)`),
    pg.check("regular_pickups_hub", sql`${t.status} not in ('active', 'paused') or ${t.hubId} is not null`),
    pg.check(
      "regular_pickups_ended",
      sql`(${t.status} in ('ended', 'refused')) = (${t.endedAt} is not null)`,
    ),
    pg.check(
      "regular_pickups_days",
      sql`cardinality(${t.days}) between 1 and 7 and ${t.days} <@ array[0, 1, 2, 3, 4, 5, 6]`,
    ),
    pg.check(
      "regular_pickups_window",
      sql`${t.fromTime} ~ '^[0-2][0-9]:[0-5][0-9]$' and ${t.untilTime} ~ '^[0-2][0-9]:[0-5][0-9]$' and ${t.fromTime} < ${t.untilTime}`,
    ),
    indexWhereSet("regular_pickups_user", t.userId, "user_id"),
    indexWhereSet("regular_pickups_store", t.storeId, "store_id"),
    indexWhereSet("regular_pickups_business", t.businessId, "business_id"),
    pg.index("regular_pickups_hub_status").on(t.hubId, t.status),
    pg.index("regular_pickups_newest").on(t.status, t.createdAt, t.id),
  ],
);

/**
 * A day of a regular pickup that is on a run or is skipped. A unique index allows one stop a day. A day without a row
 * is not on a run yet.
 */
export const regularStops = pg.pgTable(
  "regular_stops",
  {
    id: id(),
    pickupId: belongsTo("pickup_id", () => regularPickups.id),
    /** The Lagos day of the stop. */
    day: pg.date("day", { mode: "string" }).notNull(),
    runId: pg.uuid("run_id").references((): pg.AnyPgColumn => runs.id),
    skippedBy: pg.text("skipped_by", { enum: REGULAR_SIDES }),
    /** When the rider visited the sender, and the number of parcels that the rider took; null before the visit. */
    visitedAt: moment("visited_at"),
    taken: pg.integer("taken"),
  },
  (t) => [
    pg.unique("regular_stops_one_a_day").on(t.pickupId, t.day),
    pg.check("regular_stops_is", sql`num_nonnulls(${t.runId}, ${t.skippedBy}) = 1`),
    pg.check("regular_stops_skipped_by", oneOf(t.skippedBy, REGULAR_SIDES)),
    pg.check(
      "regular_stops_visited",
      sql`(${t.visitedAt} is null) = (${t.taken} is null) and (${t.visitedAt} is null or ${t.runId} is not null)`,
    ),
    pg.check("regular_stops_taken", sql`${t.taken} between 0 and 1000`),
    indexWhereSet("regular_stops_run", t.runId, "run_id"),
  ],
);

/** The history of a regular pickup, which sender and office read. Rows are added, and are deleted with the pickup. */
export const regularPickupActs = pg.pgTable(
  "regular_pickup_acts",
  {
    id: countedId(),
    pickupId: belongsTo("pickup_id", () => regularPickups.id),
    kind: pg.text("kind", { enum: REGULAR_ACTS }).notNull(),
    side: pg.text("side", { enum: REGULAR_SIDES }).notNull(),
    /** The new terms, the day or the reason, as text. */
    words: pg.text("words"),
    /** No foreign key, because the row outlives the login account. */
    byUserId: pg.uuid("by_user_id"),
    byName: pg.text("by_name").notNull(),
    at: moment("at").notNull(),
  },
  (t) => [
    pg.check("regular_pickup_acts_kind", oneOf(t.kind, REGULAR_ACTS)),
    pg.check("regular_pickup_acts_side", oneOf(t.side, REGULAR_SIDES)),
    pg.index("regular_pickup_acts_pickup").on(t.pickupId, t.id),
  ],
);
