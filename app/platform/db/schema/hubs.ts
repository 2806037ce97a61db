/** Hubs, the people and companies that carry for them, and runs. */
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import { RUN_KINDS, RUN_STATES } from "../../../domain/run.ts";
import type { StateName } from "../../../domain/states.ts";
import { belongsTo, formColumns, id, moment, oneOf, refersTo, versionColumns } from "./columns.ts";
import { indexWhereSet } from "./indexes.ts";
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

/** HUB-2: the delivery area of a hub: a whole state, or a town or district of it. */
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

/** RUN-12: the hours of a linehaul between two hubs, if they are not the usual day. */
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
    index("lane_hours_to_hub").on(t.toHubId),
  ],
);

/** The hub of a member of staff. A hub clerk may work only for this hub. */
export const hubMembers = pgTable(
  "hub_members",
  {
    memberId: uuid("member_id")
      .primaryKey()
      .references((): AnyPgColumn => adminMembers.id, { onDelete: "cascade" }),
    hubId: belongsTo("hub_id", () => hubs.id),
  },
  (t) => [index("hub_members_hub").on(t.hubId)],
);

/** RIDER-1: a rider is no member of the team: they have no email, no password and no access to the back office. */
export const riders = pgTable(
  "riders",
  {
    id: id(),
    name: text("name").notNull(),
    /** In E.164. */
    phone: text("phone").notNull().unique(),
    hubId: refersTo("hub_id", () => hubs.id),
    /** The time at which the rider left the company; null while they are active. */
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

/** RUN-1: the pieces that a rider, or a partner, takes from a hub on a Lagos day. */
export const runs = pgTable(
  "runs",
  {
    ...formColumns(),
    /** Its readable name: 'IKJ-D-12' is the 12th delivery run of hub IKJ. */
    name: text("name").notNull().unique(),
    kind: text("kind", { enum: RUN_KINDS }).notNull(),
    day: date("day", { mode: "string" }).notNull(),
    hubId: refersTo("hub_id", () => hubs.id),
    /** For a linehaul. */
    toHubId: uuid("to_hub_id").references((): AnyPgColumn => hubs.id),
    riderId: uuid("rider_id").references((): AnyPgColumn => riders.id),
    partnerId: uuid("partner_id").references((): AnyPgColumn => partners.id),
    driverName: text("driver_name"),
    /** In E.164. */
    driverPhone: text("driver_phone"),
    plate: text("plate"),
    /** The partner's pay, in kobo; null for a rider. */
    feeKobo: bigint("fee_kobo", { mode: "number" }),
    state: text("state", { enum: RUN_STATES }).notNull().default("planned"),
    /** The time at which a linehaul is due at the other hub. */
    expectedAt: moment("expected_at"),
    sealedAt: moment("sealed_at"),
    outAt: moment("out_at"),
    returnedAt: moment("returned_at"),
    reconciledAt: moment("reconciled_at"),
    /** The reason for sealing or closing it with a difference, and the person who gave it. */
    sealNote: text("seal_note"),
    closeNote: text("close_note"),
    closedByName: text("closed_by_name"),
    /** No foreign key, because the run outlives the account. */
    closedByUserId: uuid("closed_by_user_id"),
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
    index("runs_hub").on(t.hubId, t.day),
    indexWhereSet("runs_to_hub_set", t.toHubId, "to_hub_id"),
    indexWhereSet("runs_partner", t.partnerId, "partner_id"),
    index("runs_open")
      .on(t.day, t.id)
      .where(sql`state <> 'reconciled'`),
    indexWhereSet("runs_rider", t.riderId, "rider_id"),
  ],
);
