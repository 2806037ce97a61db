/** Daily sums of money, which triggers of the ledgers maintain (docs/decisions/0010-counters-and-totals.md). */
import * as pg from "drizzle-orm/pg-core";
import { LANE_SPANS, MONEY_KINDS, MONEY_METHODS } from "../../../domain/money-kinds.ts";
import { bigNumber, countedId, oneOf } from "./columns.ts";

/** A sum in kobo; negative if the reversals exceed the other amounts. */
const kobo = (name: string) => bigNumber(name).notNull();
/** The columns of a sum: the amount in kobo, the VAT included in it, and the number of ledger rows. */
const numbers = () => ({
  kobo: kobo("kobo"),
  vatKobo: kobo("vat_kobo"),
  n: pg.integer("n").notNull(),
});
const kind = () => pg.text("kind", { enum: MONEY_KINDS }).notNull();
const lagosDate = (name: string) => pg.date(name, { mode: "string" }).notNull();

/**
 * The changes of the ledgers since `roll_up_money_changes` last ran. Rows are only added, so that bookings never wait
 * for each other. A current sum is the stored sum of `money_days` or `lane_totals` plus these changes. `from_state` and
 * `to_state` are '' if the money belongs to no booking.
 */
export const moneyChanges = pg.pgTable(
  "money_changes",
  {
    id: countedId(),
    day: lagosDate("day"),
    kind: kind(),
    method: pg.text("method", { enum: MONEY_METHODS }).notNull(),
    fromState: pg.text("from_state").notNull(),
    toState: pg.text("to_state").notNull(),
    ...numbers(),
  },
  (t) => [
    pg.check("money_changes_kind", oneOf(t.kind, MONEY_KINDS)),
    pg.check("money_changes_method", oneOf(t.method, MONEY_METHODS)),
  ],
);

/** The sums of a Lagos day by kind and method. */
export const moneyDays = pg.pgTable(
  "money_days",
  {
    day: lagosDate("day"),
    kind: kind(),
    method: pg.text("method", { enum: MONEY_METHODS }).notNull(),
    ...numbers(),
  },
  (t) => [pg.primaryKey({ columns: [t.day, t.kind, t.method] })],
);

/**
 * The running totals of a lane, of two spans: from a Lagos day to the end of its month, and from the first day of a
 * month to the end of its year. Any period is the sum of a few totals less a few others, so a year is read as fast as a
 * day (app/money/reports/lane-parts.ts).
 */
export const laneTotals = pg.pgTable(
  "lane_totals",
  {
    span: pg.text("span", { enum: LANE_SPANS }).notNull(),
    starts: lagosDate("starts"),
    fromState: pg.text("from_state").notNull(),
    toState: pg.text("to_state").notNull(),
    bookings: pg.integer("bookings").notNull(),
    revenueKobo: kobo("revenue_kobo"),
    vatKobo: kobo("vat_kobo"),
    creditKobo: kobo("credit_kobo"),
    paidKobo: kobo("paid_kobo"),
    owedKobo: kobo("owed_kobo"),
  },
  (t) => [
    pg.primaryKey({ columns: [t.span, t.starts, t.fromState, t.toState] }),
    pg.check("lane_totals_span", oneOf(t.span, LANE_SPANS)),
  ],
);
