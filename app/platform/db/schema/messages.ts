/** TELL-1: the messages to receivers, and their cost. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import {
  CHANNELS,
  MESSAGE_FAILURES,
  MESSAGE_KINDS,
  MESSAGE_STATES,
} from "../../../domain/receiver-messages.ts";
import { bookings } from "./bookings.ts";
import { belongsTo, bigNumber, createdAt, id, moment, oneOf } from "./columns.ts";

/** TELL-1: one try to send a message by one channel. After a failed try, the try by the next channel is another row. */
export const receiverMessages = pg.pgTable(
  "receiver_messages",
  {
    id: id(),
    /** The id of the message's first try. All tries of the message have it. */
    message: pg.uuid("message").notNull(),
    bookingId: belongsTo("booking_id", () => bookings.id),
    kind: pg.text("kind", { enum: MESSAGE_KINDS }).notNull(),
    channel: pg.text("channel", { enum: CHANNELS }).notNull(),
    state: pg.text("state", { enum: MESSAGE_STATES }).notNull().default("queued"),
    failure: pg.text("failure", { enum: MESSAGE_FAILURES }),
    /**
     * The sent text, with dots in place of the PIN, the code and the link's token. Null before the message is
     * sent, for an email (see `mails`), and from 30 days after it was sent.
     */
    text: pg.text("text"),
    /** The provider's id for the message. The provider's reports name this id. */
    providerId: pg.text("provider_id"),
    /** The expected cost, until the provider reports the real cost. */
    priceKobo: bigNumber("price_kobo"),
    createdAt: createdAt(),
    /** The earliest time at which the message is sent: after the quiet hours, or once a provider is available again. */
    dueAt: moment("due_at").notNull(),
    /**
     * When a process reserved the message for sending. No other process then sends the message, so that it is sent
     * once.
     */
    takenAt: moment("taken_at"),
    tries: pg.integer("tries").notNull().default(0),
    sentAt: moment("sent_at"),
    deliveredAt: moment("delivered_at"),
    failedAt: moment("failed_at"),
    /** When the message was passed on to the next channel, or to dispatch. */
    passedOnAt: moment("passed_on_at"),
  },
  (t) => [
    pg.check("receiver_messages_kind", oneOf(t.kind, MESSAGE_KINDS)),
    pg.check("receiver_messages_channel", oneOf(t.channel, CHANNELS)),
    pg.check("receiver_messages_state", oneOf(t.state, MESSAGE_STATES)),
    pg.check("receiver_messages_failure", oneOf(t.failure, MESSAGE_FAILURES)),
    pg.check("receiver_messages_failed", sql`(${t.state} = 'failed') = (${t.failure} is not null)`),
    pg.check("receiver_messages_price", sql`${t.priceKobo} >= 0`),
    pg.index("receiver_messages_newest").on(t.createdAt, t.id),
    pg.index("receiver_messages_booking").on(t.bookingId, t.createdAt),
    pg.index("receiver_messages_message").on(t.message),
    pg
      .index("receiver_messages_provider")
      .on(t.providerId)
      .where(sql`provider_id is not null`),
    pg
      .index("receiver_messages_queued")
      .on(t.dueAt)
      .where(sql`state = 'queued'`),
    pg
      .index("receiver_messages_unreported")
      .on(t.takenAt)
      .where(sql`taken_at is not null and passed_on_at is null and state in ('queued', 'sent')`),
    pg
      .index("receiver_messages_with_text")
      .on(t.createdAt)
      .where(sql`text is not null`),
  ],
);

/** The cost of this month's messages so far. The expected cost of a message is added before the message is sent. */
export const messageMonths = pg.pgTable(
  "message_months",
  {
    /** The first day of the month in Lagos. */
    month: pg.date("month").primaryKey(),
    spentKobo: bigNumber("spent_kobo").notNull().default(0),
  },
  (t) => [pg.check("message_months_spent", sql`${t.spentKobo} >= 0`)],
);
