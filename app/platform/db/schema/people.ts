/** People: profiles, their ways to sign in, and membership of the team. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { LINK_PURPOSES } from "../../../domain/link-purpose.ts";
import { ADMIN_ROLES } from "../../../domain/admin-roles.ts";
import { SESSION_AUDIENCES } from "../../../domain/session-audience.ts";
import { moment, createdAt, updatedAt, id, belongsTo, bytea, oneOf } from "./columns.ts";

export const profiles = pg.pgTable(
  "profiles",
  {
    id: id(),
    /** The email address is in lower case (a check refuses capitals), so that addresses can be compared directly. */
    email: pg.text("email").notNull().unique(),
    firstName: pg.text("first_name"),
    lastName: pg.text("last_name"),
    fullName: pg
      .text("full_name")
      .generatedAlwaysAs(sql`nullif(btrim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), '')`),
    phone: pg.text("phone"),
    address: pg.text("address"),
    referralCode: pg.text("referral_code").unique(),
    /**
     * TELL-8: true if the receivers of this sender's parcels get messages. The sender may choose otherwise for a
     * parcel.
     */
    tellsReceivers: pg.boolean("tells_receivers").notNull().default(true),
    emailVerifiedAt: moment("email_verified_at"),
    lastSignInAt: moment("last_sign_in_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    pg.check("profiles_email_lower", sql`${t.email} = lower(${t.email})`),
    pg.check("profiles_phone_e164", sql`${t.phone} ~ '^\\+[1-9][0-9]{6,14}$'`),
  ],
);

export const passwords = pg.pgTable("passwords", {
  userId: pg
    .uuid("user_id")
    .primaryKey()
    .references(() => profiles.id, { onDelete: "cascade" }),
  hash: pg.text("hash").notNull(),
  updatedAt: updatedAt(),
});

/** STAFF-33: a person's two-step sign-in. The secret in the person's app is encrypted here with APP_SECRET. */
export const twoSteps = pg.pgTable("two_steps", {
  userId: pg
    .uuid("user_id")
    .primaryKey()
    .references(() => profiles.id, { onDelete: "cascade" }),
  secret: bytea("secret").notNull(),
  /** The number of the 30-second period of the last used code. Codes of this and earlier periods are refused. */
  lastCounter: pg.bigint("last_counter", { mode: "number" }).notNull(),
  confirmedAt: moment("confirmed_at").notNull(),
});

/** STAFF-33: a code that works once in place of the app. Only a keyed hash of the code is stored. */
export const recoveryCodes = pg.pgTable(
  "recovery_codes",
  {
    userId: belongsTo("user_id", () => twoSteps.userId),
    hash: bytea("hash").notNull(),
    issuedAt: moment("issued_at").notNull(),
    usedAt: moment("used_at"),
  },
  (t) => [pg.primaryKey({ columns: [t.userId, t.hash] })],
);

/** STAFF-33: the roles that must sign in with a second step. */
export const twoStepRoles = pg.pgTable(
  "two_step_roles",
  { role: pg.text("role", { enum: ADMIN_ROLES }).primaryKey() },
  (t) => [pg.check("two_step_roles_role", oneOf(t.role, ADMIN_ROLES))],
);

/** A signed-in browser. Only the SHA-256 of the cookie's token is stored. */
export const sessions = pg.pgTable(
  "sessions",
  {
    tokenHash: bytea("token_hash").primaryKey(),
    userId: belongsTo("user_id", () => profiles.id),
    /**
     * The areas that the session can open. Only a `staff` session, which begins with a password at /admin/login, can
     * act as an admin. A `second_step` session, which began with a password but not yet with a code, opens nothing.
     */
    audience: pg.text("audience", { enum: SESSION_AUDIENCES }).notNull(),
    createdAt: createdAt(),
    lastSeenAt: moment("last_seen_at").notNull().defaultNow(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [
    pg.check("sessions_audience", oneOf(t.audience, SESSION_AUDIENCES)),
    pg.index("sessions_user").on(t.userId),
    pg.index("sessions_expires").on(t.expiresAt),
  ],
);

/** An emailed link to sign in, sign up, register a store or reset a password. Only the hash of its token is stored. */
export const emailLinks = pg.pgTable(
  "email_links",
  {
    id: id(),
    email: pg.text("email").notNull(),
    purpose: pg.text("purpose", { enum: LINK_PURPOSES }).notNull(),
    tokenHash: bytea("token_hash").notNull().unique(),
    /**
     * The hash of a cookie of the browser that requested the link. In that browser the link signs in without a
     * further click.
     */
    browserHash: bytea("browser_hash"),
    /** The fields of the sign-up or store registration, kept until the link is used. */
    data: pg.jsonb("data").$type<Record<string, unknown>>().notNull().default({}),
    next: pg.text("next"),
    /** The IP address of the person who requested the link. The mail names it. */
    askedFrom: pg.text("asked_from"),
    createdAt: createdAt(),
    expiresAt: moment("expires_at").notNull(),
    usedAt: moment("used_at"),
  },
  (t) => [
    pg.check("email_links_email_lower", sql`${t.email} = lower(${t.email})`),
    pg.check("email_links_purpose", oneOf(t.purpose, LINK_PURPOSES)),
    pg.index("email_links_email").on(t.email, t.createdAt),
    pg.index("email_links_browser").on(t.browserHash),
    pg.index("email_links_expires").on(t.expiresAt),
  ],
);

/**
 * KEEP-1: sealed (encrypted) forms that were sent after the session had ended. They wait until the same person has
 * signed in. `owner` identifies this person (`ownerId`). `linkId` is the emailed link that the person requested.
 */
export const keptForms = pg.pgTable(
  "kept_forms",
  {
    id: id(),
    tokenHash: bytea("token_hash").notNull().unique(),
    owner: pg.text("owner").notNull(),
    path: pg.text("path").notNull(),
    content: bytea("content").notNull(),
    linkId: pg.uuid("link_id").references(() => emailLinks.id, { onDelete: "cascade" }),
    createdAt: createdAt(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [
    pg.index("kept_forms_link").on(t.linkId),
    pg.index("kept_forms_expires").on(t.expiresAt),
    pg.check("kept_forms_size", sql`octet_length(${t.content}) <= 70000`),
  ],
);

export const referrals = pg.pgTable(
  "referrals",
  {
    id: id(),
    referrerId: belongsTo("referrer_id", () => profiles.id),
    /** The referred person. Unique, because a person can be referred only once. */
    referredId: pg
      .uuid("referred_id")
      .notNull()
      .unique()
      .references(() => profiles.id, { onDelete: "cascade" }),
    status: pg.text("status").notNull().default("completed"),
    /**
     * True for the later referral if two people referred each other. This referral earns nothing. Such
     * referrals are older than the rule that forbids them.
     */
    mutual: pg.boolean("mutual").notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    pg
      .uniqueIndex("referrals_one_way")
      .on(sql`least(${t.referrerId}, ${t.referredId})`, sql`greatest(${t.referrerId}, ${t.referredId})`)
      .where(sql`not mutual`),
    pg.check("referrals_status", oneOf(t.status, ["pending", "completed"])),
    pg.check("referrals_not_self", sql`${t.referrerId} <> ${t.referredId}`),
    pg.index("referrals_referrer").on(t.referrerId, t.createdAt),
  ],
);

export const adminMembers = pg.pgTable(
  "admin_members",
  {
    id: id(),
    userId: pg
      .uuid("user_id")
      .notNull()
      .unique()
      .references(() => profiles.id, { onDelete: "cascade" }),
    adminRole: pg.text("admin_role", { enum: ADMIN_ROLES }).notNull(),
    lastAccessAt: moment("last_access_at"),
    createdAt: createdAt(),
  },
  (t) => [pg.check("admin_members_role", oneOf(t.adminRole, ADMIN_ROLES))],
);
