/** Webhook endpoints, the messages to them, and the tries to deliver the messages. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { WEBHOOK_EVENTS, type WebhookEvent } from "../../../domain/webhooks.ts";
import { belongsTo, bytea, countedId, createdAt, id, moment, oneOf } from "./columns.ts";
import { bookings } from "./bookings.ts";
import { businesses } from "./businesses.ts";
import { profiles } from "./people.ts";
import { stores } from "./stores.ts";

/** HOOK-1: a URL of a shop's server that receives messages. */
export const webhookEndpoints = pg.pgTable(
  "webhook_endpoints",
  {
    id: id(),
    userId: belongsTo("user_id", () => profiles.id),
    /** The store whose bookings the endpoint receives; null for all bookings of the person. */
    storeId: pg.uuid("store_id").references(() => stores.id, { onDelete: "cascade" }),
    /** The business whose bookings the endpoint receives while its maker is a member; null without a business. */
    businessId: pg.uuid("business_id").references(() => businesses.id),
    url: pg.text("url").notNull(),
    events: pg.jsonb("events").$type<WebhookEvent[]>().notNull(),
    enabled: pg.boolean("enabled").notNull().default(true),
    /**
     * The encrypted secret that signs messages. The next columns are the former secret and the time until which it
     * also signs messages.
     */
    sealedSecret: bytea("sealed_secret").notNull(),
    sealedBefore: bytea("sealed_before"),
    beforeUntil: moment("before_until"),
    /** The time of the first failed try since the last success; null if the last try succeeded. */
    failingSince: moment("failing_since"),
    /** Until this time the endpoint gets no messages, because it asked for a pause. */
    pausedUntil: moment("paused_until"),
    createdAt: createdAt(),
  },
  (t) => [
    pg.check("webhook_endpoints_url", sql`length(${t.url}) between 8 and 500`),
    pg.index("webhook_endpoints_user").on(t.userId),
    pg.index("webhook_endpoints_store").on(t.storeId),
    pg.index("webhook_endpoints_business").on(t.businessId),
    pg.check("webhook_endpoints_one_owner", sql`num_nonnulls(${t.storeId}, ${t.businessId}) <= 1`),
  ],
);

/** HOOK-2: a message to an endpoint about a change. A trigger writes the message in the transaction of the change. */
export const webhookMessages = pg.pgTable(
  "webhook_messages",
  {
    id: id(),
    endpointId: belongsTo("endpoint_id", () => webhookEndpoints.id),
    kind: pg.text("kind", { enum: WEBHOOK_EVENTS }).notNull(),
    bookingId: pg.uuid("booking_id").references(() => bookings.id, { onDelete: "cascade" }),
    /**
     * The signed text, the same in each try. It has codes, public texts and days as they were when the change was made.
     */
    body: pg.text("body").notNull(),
    createdAt: createdAt(),
    tries: pg.integer("tries").notNull().default(0),
    /** The time of the next try; null if no try is due. */
    nextTryAt: moment("next_try_at"),
    deliveredAt: moment("delivered_at"),
  },
  (t) => [
    pg.check("webhook_messages_kind", oneOf(t.kind, WEBHOOK_EVENTS)),
    pg
      .index("webhook_messages_due")
      .on(t.nextTryAt)
      .where(sql`next_try_at is not null`),
    pg.index("webhook_messages_endpoint").on(t.endpointId, t.createdAt, t.id),
    pg.index("webhook_messages_booking").on(t.bookingId),
    pg.index("webhook_messages_created").on(t.createdAt),
  ],
);

/** HOOK-4: one try to deliver a message. */
export const webhookTries = pg.pgTable(
  "webhook_tries",
  {
    id: countedId(),
    messageId: belongsTo("message_id", () => webhookMessages.id),
    at: moment("at").notNull(),
    /** The HTTP status of the endpoint's response; null without a response. */
    status: pg.integer("status"),
    /** Why the endpoint did not respond. */
    problem: pg.text("problem"),
    ms: pg.integer("ms").notNull(),
    /** The first 2 KB of the endpoint's answer. */
    answer: pg.text("answer"),
  },
  (t) => [pg.index("webhook_tries_message").on(t.messageId, t.id)],
);
