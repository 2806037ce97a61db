/** Bank statements, and their rows with the payments that were matched. */
import { sql } from "drizzle-orm";
import * as pg from "drizzle-orm/pg-core";
import {
  LINE_STATES,
  type LineCodes,
  type StatementColumns,
  type StatementDecisions,
  type StatementSummary,
  type TransferPart,
} from "../../../domain/payment.ts";
import { belongsTo, bigNumber, createdAt, formColumns, moment, oneOf, updatedAt } from "./columns.ts";
import { byUserId, byUserIndex } from "./by-user.ts";

/**
 * BANK-1: the meaning of each column of a bank's statements, which staff choose once for each bank. `shape` is the text
 * of the column names, by which later statements of that bank are recognised.
 */
export const bankStatementShapes = pg.pgTable("bank_statement_shapes", {
  shape: pg.text("shape").primaryKey(),
  columns: pg.jsonb("columns").$type<StatementColumns>().notNull(),
  updatedAt: updatedAt(),
});

const STORED_STATES = [...LINE_STATES, "broken"] as const;

/**
 * BANK-1: an uploaded statement with its original cells and the decisions of staff. The row is kept until the statement
 * is recorded.
 */
export const bankStatements = pg.pgTable(
  "bank_statements",
  {
    ...formColumns(),
    rows: pg.jsonb("rows").$type<string[][]>().notNull(),
    /** True if amounts have a decimal comma, as in files with semicolons. */
    decimalComma: pg.boolean("decimal_comma").notNull(),
    /** The columns of the file that have the day, the amount and so on; null until staff have chosen these columns. */
    columns: pg.jsonb("columns").$type<StatementColumns>(),
    /** The bookings that a row pays, as staff decided; the key is the row's number in the file. */
    decisions: pg.jsonb("decisions").$type<StatementDecisions>().notNull().default({}),
    createdAt: createdAt(),
    byUserId: byUserId(),
    byName: pg.text("by_name").notNull(),
    recordedAt: moment("recorded_at"),
    recordedPayments: pg.integer("recorded_payments"),
    recordedKobo: bigNumber("recorded_kobo"),
    /** The number of the newest job that matches the rows to bookings. Rows that an older job matches are discarded. */
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

/** BANK-2: a matched row of a statement. A row that cannot be read is `broken`, and has neither day nor amount. */
export const bankStatementLines = pg.pgTable(
  "bank_statement_lines",
  {
    statementId: belongsTo("statement_id", () => bankStatements.id),
    /** The number of the row in the file. */
    row: pg.integer("row").notNull(),
    on: pg.date("on", { mode: "string" }),
    kobo: bigNumber("kobo"),
    reference: pg.text("reference").notNull().default(""),
    text: pg.text("text").notNull().default(""),
    /** The reference under which the row's payment is recorded. */
    key: pg.text("key").notNull().default(""),
    codes: pg.jsonb("codes").$type<LineCodes>(),
    state: pg.text("state", { enum: STORED_STATES }).notNull(),
    parts: pg.jsonb("parts").$type<TransferPart[]>().notNull().default([]),
    why: pg.text("why").notNull().default(""),
    decided: pg.boolean("decided").notNull().default(false),
  },
  (t) => [
    pg.primaryKey({ columns: [t.statementId, t.row] }),
    pg.check("bank_statement_lines_state", oneOf(t.state, STORED_STATES)),
    pg.check("bank_statement_lines_read", sql`(${t.state} = 'broken') = (${t.kobo} is null)`),
    pg.index("bank_statement_lines_state_row").on(t.statementId, t.state, t.row),
  ],
);
