/** Hubs, runs, and the riders and partners who carry pieces. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { RUN_KINDS, RUN_STATES } from "../../../domain/run.ts";
import type { StateName } from "../../../domain/states.ts";
import { belongsTo, bigNumber, formColumns, id, moment, oneOf, refersTo, versionColumns } from "./columns.ts";
import { indexWhereSet } from "./indexes.ts";
import { adminMembers } from "./people.ts";

/** HUB-1: a place where the company receives, sorts and hands out pieces. */
export const hubs = pg.pgTable(
  "hubs",
  {
    id: id(),
    name: pg.text("name").notNull().unique(),
    /** The hub's code has three letters, e.g. IKJ. */
    code: pg.text("code").notNull().unique(),
    phone: pg.text("phone").notNull(),
    address: pg.text("address").notNull(),
    town: pg.text("town"),
    state: pg.text("state").$type<StateName>().notNull(),
    /** The opening hours have one line for each range of days: 'Mon-Fri 8:00-18:00'. */
    hours: pg.text("hours").notNull().default(""),
    active: pg.boolean("active").notNull().default(true),
    ...versionColumns(),
  },
  (t) => [pg.check("hubs_code", sql`${t.code} ~ '^[A-Z]{3}$'`)],
);

/** HUB-2: a hub's delivery area: a whole state, or one of its towns or districts. */
export const hubAreas = pg.pgTable(
  "hub_areas",
  {
    hubId: belongsTo("hub_id", () => hubs.id),
    state: pg.text("state").$type<StateName>().notNull(),
    /** The town or district; empty for the whole state. */
    town: pg.text("town").notNull().default(""),
  },
  (t) => [pg.primaryKey({ columns: [t.hubId, t.state, t.town] })],
);

/** HUB-6: the hours that a linehaul takes between two hubs. A pair of hubs without a row takes a day. */
export const laneHours = pg.pgTable(
  "lane_hours",
  {
    fromHubId: belongsTo("from_hub_id", () => hubs.id),
    toHubId: belongsTo("to_hub_id", () => hubs.id),
    hours: pg.integer("hours").notNull(),
  },
  (t) => [
    pg.primaryKey({ columns: [t.fromHubId, t.toHubId] }),
    pg.check("lane_hours_hours", sql`${t.hours} between 1 and 240`),
    pg.index("lane_hours_to_hub").on(t.toHubId),
  ],
);

/** The hub for which a hub clerk works. The clerk may work only for this hub. */
export const hubMembers = pg.pgTable(
  "hub_members",
  {
    memberId: pg
      .uuid("member_id")
      .primaryKey()
      .references((): pg.AnyPgColumn => adminMembers.id, { onDelete: "cascade" }),
    hubId: belongsTo("hub_id", () => hubs.id),
  },
  (t) => [pg.index("hub_members_hub").on(t.hubId)],
);

/** RIDER-1: a rider is no member of the team, and has no email, no password and no access to the back office. */
export const riders = pg.pgTable(
  "riders",
  {
    id: id(),
    name: pg.text("name").notNull(),
    /** The phone number is in E.164. */
    phone: pg.text("phone").notNull().unique(),
    hubId: refersTo("hub_id", () => hubs.id),
    /** When the rider left the company; null for an active rider. */
    leftAt: moment("left_at"),
    ...versionColumns(),
  },
  (t) => [pg.index("riders_hub").on(t.hubId)],
);

/** A company whose vehicle (such as a bus) takes pieces between hubs. */
export const partners = pg.pgTable("partners", {
  id: id(),
  company: pg.text("company").notNull().unique(),
  /** The phone number is in E.164. */
  phone: pg.text("phone").notNull(),
  active: pg.boolean("active").notNull().default(true),
  ...versionColumns(),
});

/** RUN-1: the pieces that a rider or a partner takes from a hub on a Lagos day. */
export const runs = pg.pgTable(
  "runs",
  {
    ...formColumns(),
    /** The run's name. 'IKJ-D-12' is the 12th delivery run of hub IKJ. */
    name: pg.text("name").notNull().unique(),
    kind: pg.text("kind", { enum: RUN_KINDS }).notNull(),
    day: pg.date("day", { mode: "string" }).notNull(),
    hubId: refersTo("hub_id", () => hubs.id),
    /** The destination hub of a linehaul; null for other runs. */
    toHubId: pg.uuid("to_hub_id").references((): pg.AnyPgColumn => hubs.id),
    riderId: pg.uuid("rider_id").references((): pg.AnyPgColumn => riders.id),
    partnerId: pg.uuid("partner_id").references((): pg.AnyPgColumn => partners.id),
    driverName: pg.text("driver_name"),
    /** The phone number of the partner's driver, in E.164. */
    driverPhone: pg.text("driver_phone"),
    plate: pg.text("plate"),
    /** The amount that the partner is paid; null for a rider. */
    feeKobo: bigNumber("fee_kobo"),
    state: pg.text("state", { enum: RUN_STATES }).notNull().default("planned"),
    /** When a linehaul should arrive at its destination hub. */
    expectedAt: moment("expected_at"),
    sealedAt: moment("sealed_at"),
    outAt: moment("out_at"),
    returnedAt: moment("returned_at"),
    reconciledAt: moment("reconciled_at"),
    /** Why the run was sealed with differing counts. The next column says why it was closed with differing counts. */
    sealNote: pg.text("seal_note"),
    closeNote: pg.text("close_note"),
    closedByName: pg.text("closed_by_name"),
    /** No foreign key, because the run outlives the login account. */
    closedByUserId: pg.uuid("closed_by_user_id"),
    ...versionColumns(),
  },
  (t) => [
    pg.check("runs_kind", oneOf(t.kind, RUN_KINDS)),
    pg.check("runs_state", oneOf(t.state, RUN_STATES)),
    pg.check("runs_holder", sql`num_nonnulls(${t.riderId}, ${t.partnerId}) <= 1`),
    pg.check("runs_to_hub", sql`(${t.kind} = 'linehaul') = (${t.toHubId} is not null)`),
    pg.check("runs_two_hubs", sql`${t.toHubId} <> ${t.hubId}`),
    pg.check("runs_fee", sql`${t.feeKobo} between 0 and 100000000000`),
    pg.index("runs_day").on(t.day, t.hubId),
    pg.index("runs_hub").on(t.hubId, t.day),
    indexWhereSet("runs_to_hub_set", t.toHubId, "to_hub_id"),
    indexWhereSet("runs_partner", t.partnerId, "partner_id"),
    pg
      .index("runs_open")
      .on(t.day, t.id)
      .where(sql`state <> 'reconciled'`),
    indexWhereSet("runs_rider", t.riderId, "rider_id"),
  ],
);
