/** Messages to the company, the activity log and the site lock. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { MESSAGE_SUBJECTS } from "../../../domain/contact-subjects.ts";
import { moment, createdAt, updatedAt, countedId, belongsTo, oneOf, formColumns } from "./columns.ts";
import { byUserId, byUserIndex } from "./by-user.ts";
import { claims } from "./claims.ts";
import { indexWhereSet } from "./indexes.ts";

export const contactMessages = pg.pgTable(
  "contact_messages",
  {
    ...formColumns(),
    name: pg.text("name").notNull(),
    email: pg.text("email").notNull(),
    phone: pg.text("phone"),
    subject: pg.text("subject", { enum: MESSAGE_SUBJECTS }).notNull(),
    message: pg.text("message").notNull(),
    isRead: pg.boolean("is_read").notNull().default(false),
    readAt: moment("read_at"),
    repliedAt: moment("replied_at"),
    /** CLAIM-1: the claim that the message is about. */
    claimId: pg.uuid("claim_id").references((): pg.AnyPgColumn => claims.id, { onDelete: "set null" }),
    createdAt: createdAt(),
    search: pg
      .text("search")
      .generatedAlwaysAs(
        sql`search_fold(name || ' ' || email || ' ' || coalesce(phone, '') || ' ' || subject || ' ' || message)`,
      ),
  },
  (t) => [
    pg.check("contact_messages_subject", oneOf(t.subject, MESSAGE_SUBJECTS)),
    pg.index("contact_messages_newest").on(t.createdAt, t.id),
    pg.index("contact_messages_email").on(sql`lower(${t.email})`),
    pg
      .index("contact_messages_unread")
      .on(t.createdAt, t.id)
      .where(sql`not is_read`),
    indexWhereSet("contact_messages_claim", t.claimId, "claim_id"),
  ],
);

export const contactReplies = pg.pgTable(
  "contact_replies",
  {
    ...formColumns(),
    messageId: belongsTo("message_id", () => contactMessages.id),
    byUserId: byUserId(),
    body: pg.text("body").notNull(),
    createdAt: createdAt(),
  },
  (t) => [pg.index("contact_replies_message").on(t.messageId), byUserIndex("contact_replies", t.byUserId)],
);

/**
 * The activity log. A trigger refuses UPDATE, DELETE and TRUNCATE. No foreign keys, because the log outlives
 * the rows that it names.
 */
export const activityLogs = pg.pgTable(
  "activity_logs",
  {
    id: countedId(),
    createdAt: createdAt(),
    adminId: pg.uuid("admin_id"),
    adminName: pg.text("admin_name").notNull(),
    adminEmail: pg.text("admin_email").notNull(),
    ip: pg.text("ip"),
    /** An `ActivityAction`. The database accepts any text, so a new action needs no migration. */
    action: pg.text("action").notNull(),
    description: pg.text("description").notNull(),
    entityType: pg.text("entity_type"),
    entityId: pg.text("entity_id"),
  },
  (t) => [
    pg.index("activity_logs_newest").on(t.createdAt, t.id),
    pg.index("activity_logs_admin").on(t.adminId, t.createdAt, t.id),
    pg.index("activity_logs_action").on(t.action, t.createdAt, t.id),
  ],
);

export const siteLockConfig = pg.pgTable(
  "site_lock_config",
  {
    id: pg.integer("id").primaryKey().default(1),
    isActive: pg.boolean("is_active").notNull().default(false),
    passwordHash: pg.text("password_hash"),
    /**
     * A random id that each change of the site lock replaces. An unlock cookie names this id, so a change
     * makes older cookies invalid.
     */
    generation: pg.uuid("generation").notNull().defaultRandom(),
    updatedAt: updatedAt(),
  },
  (t) => [
    pg.check("site_lock_config_one_row", sql`${t.id} = 1`),
    pg.check("site_lock_config_password", sql`${t.isActive} = (${t.passwordHash} is not null)`),
  ],
);
