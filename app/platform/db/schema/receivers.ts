/** Data of receivers about their bookings: links, PINs, choices and reports. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import {
  ATTEMPT_ANSWERS,
  CHOICE_ENDS,
  CHOICE_KINDS,
  CHOICE_SLOTS,
  MAX_CHOICE_WORDS,
  TAKERS,
} from "../../../domain/choices.ts";
import { bookings } from "./bookings.ts";
import { belongsTo, bigNumber, bytea, countedId, moment, oneOf } from "./columns.ts";
import { hubs } from "./hubs.ts";
import { indexWhereSet } from "./indexes.ts";

/**
 * RECEIVER-1: the receiver's link and PIN of a booking. A row exists once the link was renewed or a PIN was
 * generated. A trigger deletes the row when the receiver is erased.
 */
export const receiverLinks = pg.pgTable(
  "receiver_links",
  {
    bookingId: pg
      .uuid("booking_id")
      .primaryKey()
      .references(() => bookings.id, { onDelete: "cascade" }),
    /**
     * The number from which links are derived. Each renewal of the link increments it, and so does a trigger after a
     * correction of the receiver's phone. Older links then become invalid.
     */
    generation: pg.integer("generation").notNull().default(0),
    /** RECEIVER-4: the encrypted PIN (platform/sealed.server.ts); null before a PIN was generated. */
    pin: bytea("pin"),
    /** PROOF-2: the number of wrong PINs entered since the PIN was generated. */
    wrongPins: pg.integer("wrong_pins").notNull().default(0),
    /**
     * RECEIVER-7: the phone number whose holder reported that no parcel is expected. This number gets no more
     * messages about the booking, and its holder does not see the PIN. If the booking's phone number is changed
     * later, the new number gets messages.
     */
    stoppedPhone: pg.text("stopped_phone"),
    stoppedAt: moment("stopped_at"),
    /**
     * TELL-8: the sender's decision about messages for this parcel; null if the setting in the sender's
     * profile applies. If the receiver stopped messages, none are sent in any case.
     */
    senderTells: pg.boolean("sender_tells"),
    receiverStopped: pg.boolean("receiver_stopped").notNull().default(false),
    /** TELL-12: the id of the SMS with the code. The code is derived from this id. Null before a code was requested. */
    codeMessage: pg.uuid("code_message"),
    codeAt: moment("code_at"),
    codeTries: pg.integer("code_tries").notNull().default(0),
  },
  (t) => [
    pg.check("receiver_links_generation", sql`${t.generation} >= 0`),
    pg.check("receiver_links_stopped", sql`(${t.stoppedPhone} is null) = (${t.stoppedAt} is null)`),
    pg.check("receiver_links_wrong_pins", sql`${t.wrongPins} >= 0`),
    pg.check("receiver_links_code", sql`(${t.codeMessage} is null) = (${t.codeAt} is null)`),
  ],
);

const MOST_WORDS = sql.raw(String(MAX_CHOICE_WORDS));

/**
 * CHOICE-1: the receiver's choices about a parcel. A new choice replaces the previous choice of the same slot
 * (plan, person, landmark or note). Each choice is also an event of the booking's history. A trigger empties
 * words, names and phones when the people of the booking are erased.
 */
export const receiverChoices = pg.pgTable(
  "receiver_choices",
  {
    id: countedId(),
    bookingId: belongsTo("booking_id", () => bookings.id),
    kind: pg.text("kind", { enum: CHOICE_KINDS }).notNull(),
    slot: pg.text("slot", { enum: CHOICE_SLOTS }).notNull(),
    /** The day that the receiver chose, if the choice is another day. */
    day: pg.date("day"),
    /** The promised delivery time before the choice, which may have changed it. It is restored when the choice ends. */
    promisedBefore: moment("promised_before"),
    /** STATUS-10: the company's newly promised day before the choice; null if there was none. */
    movedBefore: moment("moved_before"),
    /** The hub where the receiver collects the parcel. */
    hubId: pg.uuid("hub_id").references((): pg.AnyPgColumn => hubs.id),
    /** CHOICE-2: the hub that dispatch had chosen before the receiver's choice; null if dispatch had chosen none. */
    hubBefore: pg.uuid("hub_before").references((): pg.AnyPgColumn => hubs.id),
    /** The person who may take the parcel in place of the receiver. */
    taker: pg.text("taker", { enum: TAKERS }),
    takerName: pg.text("taker_name"),
    takerPhone: pg.text("taker_phone"),
    words: pg.text("words"),
    madeAt: moment("made_at").notNull(),
    endedAt: moment("ended_at"),
    endedBy: pg.text("ended_by", { enum: CHOICE_ENDS }),
    /** When dispatch was asked what to do with a refused parcel, because the sender had not decided. */
    deskAskedAt: moment("desk_asked_at"),
  },
  (t) => [
    pg.check("receiver_choices_kind", oneOf(t.kind, CHOICE_KINDS)),
    pg.check("receiver_choices_slot", oneOf(t.slot, CHOICE_SLOTS)),
    pg.check("receiver_choices_taker", oneOf(t.taker, TAKERS)),
    pg.check("receiver_choices_end", oneOf(t.endedBy, CHOICE_ENDS)),
    pg.check("receiver_choices_ended", sql`(${t.endedAt} is null) = (${t.endedBy} is null)`),
    pg.check("receiver_choices_day", sql`(${t.kind} = 'day') = (${t.day} is not null)`),
    pg.check("receiver_choices_hub", sql`(${t.kind} = 'hold') = (${t.hubId} is not null)`),
    pg.check("receiver_choices_hub_before", sql`${t.kind} = 'hold' or ${t.hubBefore} is null`),
    pg.check("receiver_choices_words", sql`length(${t.words}) <= ${MOST_WORDS}`),
    pg
      .uniqueIndex("receiver_choices_one")
      .on(t.bookingId, t.slot)
      .where(sql`ended_at is null`),
    pg.index("receiver_choices_booking").on(t.bookingId, t.id),
    indexWhereSet("receiver_choices_hub_id", t.hubId, "hub_id"),
    indexWhereSet("receiver_choices_hub_before_set", t.hubBefore, "hub_before"),
    pg
      .index("receiver_choices_unwanted")
      .on(t.madeAt)
      .where(sql`kind = 'refuse' and ended_at is null and desk_asked_at is null`),
  ],
);

/** CHOICE-5: the receiver's report about a failed attempt to deliver, at most one for each attempt. */
export const attemptAnswers = pg.pgTable(
  "attempt_answers",
  {
    /** The event that records the failed attempt. */
    eventId: bigNumber("event_id").primaryKey(),
    bookingId: belongsTo("booking_id", () => bookings.id),
    answer: pg.text("answer", { enum: ATTEMPT_ANSWERS }).notNull(),
    words: pg.text("words"),
    /**
     * The time of the failed attempt, copied from its event, so that a report can select answers by day with
     * an index.
     */
    attemptedAt: moment("attempted_at").notNull(),
    answeredAt: moment("answered_at").notNull(),
  },
  (t) => [
    pg.check("attempt_answers_answer", oneOf(t.answer, ATTEMPT_ANSWERS)),
    pg.check("attempt_answers_words", sql`length(${t.words}) <= ${MOST_WORDS}`),
    pg.index("attempt_answers_booking").on(t.bookingId),
    pg.index("attempt_answers_attempted").on(t.attemptedAt, t.eventId, t.answer),
  ],
);
