/** Bank statements, and the outcomes for their rows. */
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import {
  LINE_STATES,
  type LineCodes,
  type StatementColumns,
  type StatementDecisions,
  type StatementSummary,
  type TransferPart,
} from "../../../domain/payment.ts";
import { moment, createdAt, updatedAt, belongsTo, oneOf, formColumns } from "./columns.ts";
import { byUserId, byUserIndex } from "./by-user.ts";

/** BANK-1: the columns of a bank statement, chosen once. `shape` is the names of its columns. */
export const bankStatementShapes = pgTable("bank_statement_shapes", {
  shape: text("shape").primaryKey(),
  columns: jsonb("columns").$type<StatementColumns>().notNull(),
  updatedAt: updatedAt(),
});

const STORED_STATES = [...LINE_STATES, "broken"] as const;

/** BANK-1: an uploaded statement, with its original cells and the decisions of staff, until it is recorded. */
export const bankStatements = pgTable(
  "bank_statements",
  {
    ...formColumns(),
    rows: jsonb("rows").$type<string[][]>().notNull(),
    /** True if amounts have a decimal comma, as in files with semicolons. */
    decimalComma: boolean("decimal_comma").notNull(),
    /** Null until they are chosen. */
    columns: jsonb("columns").$type<StatementColumns>(),
    /** The bookings that a row pays, by its number in the file. */
    decisions: jsonb("decisions").$type<StatementDecisions>().notNull().default({}),
    createdAt: createdAt(),
    byUserId: byUserId(),
    byName: text("by_name").notNull(),
    recordedAt: moment("recorded_at"),
    recordedPayments: integer("recorded_payments"),
    recordedKobo: bigint("recorded_kobo", { mode: "number" }),
    /** Incremented for each new job that matches the rows. The result of an older job is discarded. */
    matching: integer("matching").notNull().default(0),
    /** Null until the rows are matched. */
    matched: jsonb("matched").$type<StatementSummary>(),
  },
  (t) => [
    check(
      "bank_statements_recorded",
      sql`(${t.recordedAt} is null) = (${t.recordedPayments} is null) and (${t.recordedAt} is null) = (${t.recordedKobo} is null)`,
    ),
    index("bank_statements_newest").on(t.createdAt, t.id),
    byUserIndex("bank_statements", t.byUserId),
  ],
);

/** BANK-2: a matched row of a statement. A row that cannot be read is `broken`, and has neither day nor amount. */
export const bankStatementLines = pgTable(
  "bank_statement_lines",
  {
    statementId: belongsTo("statement_id", () => bankStatements.id),
    /** Its number in the file. */
    row: integer("row").notNull(),
    on: date("on", { mode: "string" }),
    kobo: bigint("kobo", { mode: "number" }),
    reference: text("reference").notNull().default(""),
    text: text("text").notNull().default(""),
    /** The reference under which it is recorded. */
    key: text("key").notNull().default(""),
    codes: jsonb("codes").$type<LineCodes>(),
    state: text("state", { enum: STORED_STATES }).notNull(),
    parts: jsonb("parts").$type<TransferPart[]>().notNull().default([]),
    why: text("why").notNull().default(""),
    decided: boolean("decided").notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.statementId, t.row] }),
    check("bank_statement_lines_state", oneOf(t.state, STORED_STATES)),
    check("bank_statement_lines_read", sql`(${t.state} = 'broken') = (${t.kobo} is null)`),
    index("bank_statement_lines_state_row").on(t.statementId, t.state, t.row),
  ],
);
