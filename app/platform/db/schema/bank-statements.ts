/** Bank statements, their rows, and the payments that match the rows. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import {
  BANK_ROW_OUTCOMES,
  LINE_STATES,
  PAYMENT_DIRECTIONS,
  type LineCodes,
  type StatementColumns,
  type StatementDecisions,
  type StatementPreview,
  type StatementSummary,
  type TransferPart,
} from "../../../domain/payment.ts";
import { belongsTo, bigNumber, createdAt, formColumns, id, moment, oneOf, updatedAt } from "./columns.ts";
import { indexWhereSet } from "./indexes.ts";
import { businessCredits } from "./businesses.ts";
import { payments } from "./payments.ts";
import { byUserId, byUserIndex } from "./by-user.ts";

/**
 * BANK-1: the meaning of each column of a bank's statements. Staff choose the meanings once for each bank.
 * `shape` is the text of the column names, by which later statements of the bank are recognised.
 */
export const bankStatementShapes = pg.pgTable("bank_statement_shapes", {
  shape: pg.text("shape").primaryKey(),
  columns: pg.jsonb("columns").$type<StatementColumns>().notNull(),
  updatedAt: updatedAt(),
});

/**
 * BANK-1: an uploaded statement with staff's decisions. An XLSX file or a web page is stored as the text of its table.
 */
export const bankStatements = pg.pgTable(
  "bank_statements",
  {
    ...formColumns(),
    source: pg.text("source").notNull(),
    /** The company's bank account that staff chose at the upload. */
    account: pg.text("account").notNull(),
    /** The first rows, guesses about the columns, and the number of the line with the column names. */
    preview: pg.jsonb("preview").$type<StatementPreview>().notNull(),
    /** Which columns of the file are the day, the amount and so on; null until staff have chosen them. */
    columns: pg.jsonb("columns").$type<StatementColumns>(),
    /** Staff's decisions about the bookings that a row pays. The key is the row's number in the file. */
    decisions: pg.jsonb("decisions").$type<StatementDecisions>().notNull().default({}),
    createdAt: createdAt(),
    byUserId: byUserId(),
    byName: pg.text("by_name").notNull(),
    recordedAt: moment("recorded_at"),
    recordedPayments: pg.integer("recorded_payments"),
    recordedKobo: bigNumber("recorded_kobo"),
    /** The number of the newest job that matches rows to bookings. The result of an older job is discarded. */
    matching: pg.integer("matching").notNull().default(0),
    /** The summary of the matched rows; null until a job has matched them. */
    matched: pg.jsonb("matched").$type<StatementSummary>(),
  },
  (t) => [
    pg.check(
      "bank_statements_recorded",
      sql`(${t.recordedAt} is null) = (${t.recordedPayments} is null) and (${t.recordedAt} is null) = (${t.recordedKobo} is null)`,
    ),
    pg.index("bank_statements_newest").on(t.createdAt, t.id),
    byUserIndex("bank_statements", t.byUserId),
  ],
);

/** BANK-2: a matched row of a statement. An unreadable row may have no day and no amount. */
export const bankStatementLines = pg.pgTable(
  "bank_statement_lines",
  {
    statementId: belongsTo("statement_id", () => bankStatements.id),
    row: pg.integer("row").notNull(),
    on: pg.date("on", { mode: "string" }),
    kobo: bigNumber("kobo"),
    direction: pg.text("direction", { enum: PAYMENT_DIRECTIONS }).notNull().default("in"),
    balance: bigNumber("balance"),
    /** A keyed hash of the row's words, by which the row is recognised in later files (BANK-5). */
    words: pg.text("words").notNull().default(""),
    /** Why the row cannot be read; null for a readable row. */
    broken: pg.text("broken"),
    /** Why a person must decide before the row is recorded. */
    doubts: pg.jsonb("doubts").$type<string[]>().notNull().default([]),
    reference: pg.text("reference").notNull().default(""),
    text: pg.text("text").notNull().default(""),
    /** The bank's reference; empty if another row has the same reference. */
    key: pg.text("key").notNull().default(""),
    codes: pg.jsonb("codes").$type<LineCodes>(),
    state: pg.text("state", { enum: LINE_STATES }).notNull(),
    parts: pg.jsonb("parts").$type<TransferPart[]>().notNull().default([]),
    why: pg.text("why").notNull().default(""),
    decided: pg.boolean("decided").notNull().default(false),
  },
  (t) => [
    pg.primaryKey({ columns: [t.statementId, t.row] }),
    pg.check("bank_statement_lines_state", oneOf(t.state, LINE_STATES)),
    pg.check("bank_statement_lines_direction", oneOf(t.direction, PAYMENT_DIRECTIONS)),
    pg.index("bank_statement_lines_state_row").on(t.statementId, t.state, t.row),
  ],
);

/**
 * BANK-5: the recorded rows of bank accounts, without their words. They show whether a row of a later file was recorded
 * before. They are stored as long as payments.
 */
export const bankRows = pg.pgTable(
  "bank_rows",
  {
    id: id(),
    account: pg.text("account").notNull(),
    day: pg.date("day", { mode: "string" }).notNull(),
    direction: pg.text("direction", { enum: PAYMENT_DIRECTIONS }).notNull(),
    kobo: bigNumber("kobo").notNull(),
    /** The balance after the row; null if the file has none. */
    balance: bigNumber("balance"),
    /** A keyed hash of the row's words. */
    words: pg.text("words").notNull(),
    /**
     * The row's number among rows that look the same, counted from 1. Such rows have the same account, day, direction
     * and amount, and the same balance or, without balances, the same words.
     */
    place: pg.integer("place").notNull(),
    /** A hash of the file's column names. Rows of files with the same column names are compared exactly. */
    shape: pg.text("shape").notNull(),
    outcome: pg.text("outcome", { enum: BANK_ROW_OUTCOMES }).notNull(),
    /**
     * The payment that was recorded from the row or that the row took back. If the row paid several bookings, this is
     * the first payment.
     */
    paymentId: pg.uuid("payment_id").references(() => payments.id),
    /** BUSINESS-8: the entry of a business's money that was recorded from the row; null if the row paid bookings. */
    creditId: bigNumber("credit_id").references(() => businessCredits.id),
    /** The statement that has the row. No foreign key, because statements are removed after 90 days. */
    statementId: pg.uuid("statement_id").notNull(),
    at: moment("at").notNull(),
    byName: pg.text("by_name").notNull(),
    /** PAY-9: when staff closed the problem of a payment that the bank took back, and what staff did. */
    closedAt: moment("closed_at"),
    closedNote: pg.text("closed_note"),
    closedByName: pg.text("closed_by_name"),
  },
  (t) => [
    pg.check("bank_rows_direction", oneOf(t.direction, PAYMENT_DIRECTIONS)),
    pg.check("bank_rows_outcome", oneOf(t.outcome, BANK_ROW_OUTCOMES)),
    pg.check("bank_rows_kobo", sql`${t.kobo} > 0`),
    pg
      .uniqueIndex("bank_rows_once")
      .on(t.account, t.day, t.direction, t.kobo, sql`coalesce(balance::text, words)`, t.place),
    indexWhereSet("bank_rows_payment", t.paymentId, "payment_id"),
    indexWhereSet("bank_rows_credit", t.creditId, "credit_id"),
    pg
      .index("bank_rows_problems")
      .on(t.at, t.id)
      .where(sql`outcome = 'taken_back' and closed_at is null`),
  ],
);
