/** Mails, idempotency keys, rate limits, and data that must survive a restore. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import { bigNumber, bytea, createdAt, formHash, moment } from "./columns.ts";
import { LANGUAGE_TAGS } from "../../../domain/languages.ts";
import { bookings } from "./bookings.ts";

/**
 * Sent mails. The page /mailbox shows them, too. A mail has the id of its job, so that a repeated job stores no second
 * mail.
 */
export const mails = pg.pgTable(
  "mails",
  {
    id: pg.uuid("id").primaryKey(),
    kind: pg.text("kind").notNull(),
    toAddress: pg.text("to_address").notNull(),
    subject: pg.text("subject").notNull(),
    text: pg.text("text").notNull(),
    html: pg.text("html").notNull(),
    bookingId: pg.uuid("booking_id").references(() => bookings.id, { onDelete: "set null" }),
    /**
     * The row that the mail is about (a booking, order, payee, message, reply or link). Deleting the person
     * of that row deletes the mail, too.
     */
    aboutId: pg.uuid("about_id"),
    sentAt: moment("sent_at").notNull(),
  },
  (t) => [
    pg.index("mails_newest").on(t.sentAt, t.id),
    pg.index("mails_booking").on(t.bookingId),
    pg.index("mails_to_lower").on(sql`lower(${t.toAddress})`),
    pg.index("mails_about").on(t.aboutId),
    pg
      .index("mails_with_text")
      .on(t.sentAt)
      .where(sql`text <> ''`),
  ],
);

/** MAIL-5: email addresses in lower case that get no mail, because a mail server refused the address as wrong. */
export const refusedAddresses = pg.pgTable(
  "refused_addresses",
  {
    address: pg.text("address").primaryKey(),
    /** The refusal's status code, e.g. 5.1.1. */
    code: pg.text("code").notNull(),
    refusedAt: moment("refused_at").notNull(),
    /** The number of the series of refusals in which the address was refused (see mail_server_state). */
    series: pg.integer("series").notNull(),
  },
  (t) => [
    pg.index("refused_addresses_newest").on(t.refusedAt),
    pg.index("refused_addresses_series").on(t.series),
  ],
);

/** MAIL-5: mails that wait because their address is refused. They are sent once the address is tried again. */
export const refusedMails = pg.pgTable(
  "refused_mails",
  {
    /** The id that the mail will have in `mails`. */
    id: pg.uuid("id").primaryKey(),
    address: pg
      .text("address")
      .notNull()
      .references(() => refusedAddresses.address, { onDelete: "cascade" }),
    /** The job that sends the mail. Its payload has only ids. */
    jobQueue: pg.text("job_queue").notNull(),
    job: pg.jsonb("job").$type<{ kind: string; [id: string]: string | number }>().notNull(),
    heldAt: moment("held_at").notNull(),
  },
  (t) => [pg.index("refused_mails_address").on(t.address), pg.index("refused_mails_held").on(t.heldAt)],
);

/** MAIL-6: one row that shows whether the mail server accepts mails for any address. */
export const mailServerState = pg.pgTable(
  "mail_server_state",
  {
    id: pg.integer("id").primaryKey().default(1),
    /** The number of the current series of refusals. A series ends when the mail server accepts a mail. */
    series: pg.integer("series").notNull().default(0),
    /** The number of addresses that were refused in this series. */
    refused: pg.integer("refused").notNull().default(0),
    /** When a mail was last accepted. While the server accepts mails, this time is updated at most once a minute. */
    acceptedAt: moment("accepted_at"),
    /**
     * Since when refused addresses are no longer marked, because the server refused ten in a row; null while the
     * server is trusted.
     */
    doubtedSince: moment("doubted_since"),
  },
  (t) => [pg.check("mail_server_state_one", sql`${t.id} = 1`)],
);

/** Responses to forms with an idempotency key, for forms that write no row that could store the key. */
export const idempotencyKeys = pg.pgTable(
  "idempotency_keys",
  {
    key: pg.uuid("key").primaryKey(),
    formHash: formHash(),
    response: pg.jsonb("response").notNull(),
    createdAt: createdAt(),
  },
  (t) => [pg.index("idempotency_keys_created").on(t.createdAt)],
);

/** The id and the hashed email address of each erased person. If an older backup is restored, they are erased again. */
export const erasures = pg.pgTable("erasures", {
  personId: pg.uuid("person_id").primaryKey(),
  emailHash: bytea("email_hash").notNull(),
  erasedAt: moment("erased_at").notNull(),
});

/**
 * RECEIVER-10: bookings whose receiver was erased on request. If an older backup is restored, these receivers
 * are erased again. No foreign key, because an older backup may lack the booking.
 */
export const erasedReceivers = pg.pgTable("erased_receivers", {
  bookingId: pg.uuid("booking_id").primaryKey(),
  erasedAt: moment("erased_at").notNull(),
});

/** Work that is done once per installation, e.g. loading the sample stores. */
export const oneTimeSeeds = pg.pgTable("one_time_seeds", {
  name: pg.text("name").primaryKey(),
  at: moment("at").notNull(),
});

/**
 * WEB-4: the counts of rate limits. `expire` is in ms by the database's clock. The table is UNLOGGED, so that writes
 * are cheap.
 */
export const rateLimits = pg.pgTable("rate_limits", {
  key: pg.text("key").primaryKey(),
  points: pg.integer("points").notNull().default(0),
  expire: bigNumber("expire"),
});

/** TRACK-11: languages of the track page that a super admin switched on, after a speaker had read their texts. */
export const trackLanguages = pg.pgTable("track_languages", {
  language: pg.text("language", { enum: LANGUAGE_TAGS }).primaryKey(),
  /**
   * The hash of the texts that the speaker read. After a change of the texts, the language stays off until a
   * speaker has read them.
   */
  textsHash: pg.text("texts_hash").notNull(),
  /** The speaker's name, as entered by the super admin. */
  readBy: pg.text("read_by").notNull(),
  approvedAt: moment("approved_at").notNull(),
});

/** TRACK-11: the texts of a language that a speaker has read, and the speaker's wording of each text. */
export const languageTexts = pg.pgTable(
  "language_texts",
  {
    language: pg.text("language", { enum: LANGUAGE_TAGS }).notNull(),
    /** The English text in the code. A row is ignored if the code no longer has this text. */
    english: pg.text("english").notNull(),
    text: pg.text("text").notNull(),
    readAt: moment("read_at").notNull(),
  },
  (t) => [pg.primaryKey({ columns: [t.language, t.english] })],
);
