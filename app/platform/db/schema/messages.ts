/** TELL-1: the messages to receivers, and their cost. */
import { sql } from "drizzle-orm";
import { bigint, check, date, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import {
  CHANNELS,
  MESSAGE_FAILURES,
  MESSAGE_KINDS,
  MESSAGE_STATES,
} from "../../../domain/receiver-messages.ts";
import { bookings } from "./bookings.ts";
import { belongsTo, createdAt, id, moment, oneOf } from "./columns.ts";

/** One try by one channel. */
export const receiverMessages = pgTable(
  "receiver_messages",
  {
    id: id(),
    /** Joins the tries of one message: the id of its first try. */
    message: uuid("message").notNull(),
    bookingId: belongsTo("booking_id", () => bookings.id),
    kind: text("kind", { enum: MESSAGE_KINDS }).notNull(),
    channel: text("channel", { enum: CHANNELS }).notNull(),
    state: text("state", { enum: MESSAGE_STATES }).notNull().default("queued"),
    failure: text("failure", { enum: MESSAGE_FAILURES }),
    /**
     * The sent text, with dots in place of the PIN, the code and the link's token. Null before, for an email (its text is in
     * `mails`), and after 30 days.
     */
    text: text("text"),
    /** The provider's id, which its reports name. */
    providerId: text("provider_id"),
    /** The expected cost, and then the provider's. */
    priceKobo: bigint("price_kobo", { mode: "number" }),
    createdAt: createdAt(),
    /** The earliest time to send it: after quiet hours, or once a provider is available again. */
    dueAt: moment("due_at").notNull(),
    /** The time at which a process took it to the provider: it is never taken twice. */
    takenAt: moment("taken_at"),
    tries: integer("tries").notNull().default(0),
    sentAt: moment("sent_at"),
    deliveredAt: moment("delivered_at"),
    failedAt: moment("failed_at"),
    /** The time at which it was passed to the next channel, or to the desk. */
    passedOnAt: moment("passed_on_at"),
  },
  (t) => [
    check("receiver_messages_kind", oneOf(t.kind, MESSAGE_KINDS)),
    check("receiver_messages_channel", oneOf(t.channel, CHANNELS)),
    check("receiver_messages_state", oneOf(t.state, MESSAGE_STATES)),
    check("receiver_messages_failure", oneOf(t.failure, MESSAGE_FAILURES)),
    check("receiver_messages_failed", sql`(${t.state} = 'failed') = (${t.failure} is not null)`),
    check("receiver_messages_price", sql`${t.priceKobo} >= 0`),
    index("receiver_messages_newest").on(t.createdAt, t.id),
    index("receiver_messages_booking").on(t.bookingId, t.createdAt),
    index("receiver_messages_message").on(t.message),
    index("receiver_messages_provider")
      .on(t.providerId)
      .where(sql`provider_id is not null`),
    index("receiver_messages_queued")
      .on(t.dueAt)
      .where(sql`state = 'queued'`),
    index("receiver_messages_unreported")
      .on(t.takenAt)
      .where(sql`taken_at is not null and passed_on_at is null and state in ('queued', 'sent')`),
    index("receiver_messages_with_text")
      .on(t.createdAt)
      .where(sql`text is not null`),
  ],
);

/** The cost of a month's messages so far. Each is added before it is sent. */
export const messageMonths = pgTable(
  "message_months",
  {
    /** The first day of the month in Lagos. */
    month: date("month").primaryKey(),
    spentKobo: bigint("spent_kobo", { mode: "number" }).notNull().default(0),
  },
  (t) => [check("message_months_spent", sql`${t.spentKobo} >= 0`)],
);
