/** Receivers' own data about bookings. */
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

/** RECEIVER-1: a booking has a row once its link was renewed or its PIN drawn. A trigger removes it with the receiver. */
export const receiverLinks = pg.pgTable(
  "receiver_links",
  {
    bookingId: pg
      .uuid("booking_id")
      .primaryKey()
      .references(() => bookings.id, { onDelete: "cascade" }),
    /** Raised by each renewal, and by a trigger when the receiver's phone is corrected: the links are derived from it, so that those of a generation before are dead. */
    generation: pg.integer("generation").notNull().default(0),
    /** RECEIVER-4: encrypted (platform/sealed.server.ts); null before it was drawn. */
    pin: bytea("pin"),
    /** PROOF-2: wrong ones that were tried since it was drawn. */
    wrongPins: pg.integer("wrong_pins").notNull().default(0),
    /**
     * RECEIVER-7: who has this number said that they do not expect the parcel: nothing more is sent to it about the booking, and the PIN is
     * not shown. Another number of the booking is not meant.
     */
    stoppedPhone: pg.text("stopped_phone"),
    stoppedAt: moment("stopped_at"),
    /** TELL-8: what the sender said about this parcel; null is what their profile says. The receiver's word is above it. */
    senderTells: pg.boolean("sender_tells"),
    receiverStopped: pg.boolean("receiver_stopped").notNull().default(false),
    /** TELL-12: the message that carries the code, from which it is derived; null before one was asked for. */
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
 * CHOICE-1: what the receiver chose about a parcel. The last one of a slot counts until it ends; each is an event in the history, too. A
 * trigger empties words, names and phones with the people of the booking.
 */
export const receiverChoices = pg.pgTable(
  "receiver_choices",
  {
    id: countedId(),
    bookingId: belongsTo("booking_id", () => bookings.id),
    kind: pg.text("kind", { enum: CHOICE_KINDS }).notNull(),
    slot: pg.text("slot", { enum: CHOICE_SLOTS }).notNull(),
    /** Of another day. */
    day: pg.date("day"),
    /** The day that we had promised before it; the choice moves the promise. */
    promisedBefore: moment("promised_before"),
    /** The office of a parcel that is to be collected. */
    hubId: pg.uuid("hub_id").references((): pg.AnyPgColumn => hubs.id),
    /** CHOICE-2: the hub that dispatch had chosen before it; null if none was. */
    hubBefore: pg.uuid("hub_before").references((): pg.AnyPgColumn => hubs.id),
    /** The person who may take it in the receiver's place. */
    taker: pg.text("taker", { enum: TAKERS }),
    takerName: pg.text("taker_name"),
    takerPhone: pg.text("taker_phone"),
    words: pg.text("words"),
    madeAt: moment("made_at").notNull(),
    endedAt: moment("ended_at"),
    endedBy: pg.text("ended_by", { enum: CHOICE_ENDS }),
    /** Of a refusal: when the desk was asked, because the sender had not decided. */
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

/** CHOICE-5: the receiver's report about an attempt, once. */
export const attemptAnswers = pg.pgTable(
  "attempt_answers",
  {
    /** The event of the attempt. */
    eventId: bigNumber("event_id").primaryKey(),
    bookingId: belongsTo("booking_id", () => bookings.id),
    answer: pg.text("answer", { enum: ATTEMPT_ANSWERS }).notNull(),
    words: pg.text("words"),
    answeredAt: moment("answered_at").notNull(),
  },
  (t) => [
    pg.check("attempt_answers_answer", oneOf(t.answer, ATTEMPT_ANSWERS)),
    pg.check("attempt_answers_words", sql`length(${t.words}) <= ${MOST_WORDS}`),
    pg.index("attempt_answers_booking").on(t.bookingId),
  ],
);
