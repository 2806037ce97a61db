/** TELL-1: what receivers were told, and what it cost. */
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
    /** The tries of one message: the id of its first one. */
    message: uuid("message").notNull(),
    bookingId: belongsTo("booking_id", () => bookings.id),
    kind: text("kind", { enum: MESSAGE_KINDS }).notNull(),
    channel: text("channel", { enum: CHANNELS }).notNull(),
    state: text("state", { enum: MESSAGE_STATES }).notNull().default("queued"),
    failure: text("failure", { enum: MESSAGE_FAILURES }),
    /** What was sent, with dots for PIN, code and token of the link; null before, of an email (it is in `mails`), and after 30 days. */
    text: text("text"),
    /** The provider's, by which it reports. */
    providerId: text("provider_id"),
    /** What it was expected to cost, then what the provider says. */
    priceKobo: bigint("price_kobo", { mode: "number" }),
    createdAt: createdAt(),
    /** Not earlier: quiet hours, or a provider that is away. */
    dueAt: moment("due_at").notNull(),
    /** When a process took it to the provider: it is never taken twice. */
    takenAt: moment("taken_at"),
    tries: integer("tries").notNull().default(0),
    sentAt: moment("sent_at"),
    deliveredAt: moment("delivered_at"),
    failedAt: moment("failed_at"),
    /** When the next channel, or the desk, got it. */
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

/** What messages of a month cost so far. Each is added before it is sent. */
export const messageMonths = pgTable(
  "message_months",
  {
    /** Its first day in Lagos. */
    month: date("month").primaryKey(),
    spentKobo: bigint("spent_kobo", { mode: "number" }).notNull().default(0),
  },
  (t) => [check("message_months_spent", sql`${t.spentKobo} >= 0`)],
);
