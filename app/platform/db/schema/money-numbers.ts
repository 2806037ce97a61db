/** Daily sums of money. Triggers of the ledgers maintain them (docs/decisions/0010-counters-and-totals.md). */
import * as pg from "drizzle-orm/pg-core";
import { LANE_SPANS, MONEY_KINDS, MONEY_METHODS, SUBJECT_VIEWS } from "../../../domain/money-kinds.ts";
import { bigNumber, countedId, oneOf } from "./columns.ts";

/** Declares a sum in kobo; negative if the reversals are greater than the other amounts. */
const kobo = (name: string) => bigNumber(name).notNull();
/** Declares the amount in kobo, the VAT in the amount, and the number of ledger rows. */
const numbers = () => ({
  kobo: kobo("kobo"),
  vatKobo: kobo("vat_kobo"),
  n: pg.integer("n").notNull(),
});
const kind = () => pg.text("kind", { enum: MONEY_KINDS }).notNull();
const lagosDate = (name: string) => pg.date(name, { mode: "string" }).notNull();

/**
 * The changes of the ledgers since `roll_up_money_changes` last ran. Rows are only added, so that simultaneous
 * bookings never wait for a lock. A current sum is the stored sum in `money_days`, `lane_totals` or `subject_totals`
 * plus these changes. `from_state`, `to_state` and `service` are '' for money without a booking. `business_id` is the
 * booking's business, if any.
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
    service: pg.text("service").notNull().default(""),
    businessId: pg.uuid("business_id"),
  },
  (t) => [
    pg.check("money_changes_kind", oneOf(t.kind, MONEY_KINDS)),
    pg.check("money_changes_method", oneOf(t.method, MONEY_METHODS)),
  ],
);

const amounts = () => ({
  bookings: pg.integer("bookings").notNull(),
  revenueKobo: kobo("revenue_kobo"),
  vatKobo: kobo("vat_kobo"),
  creditKobo: kobo("credit_kobo"),
  paidKobo: kobo("paid_kobo"),
  owedKobo: kobo("owed_kobo"),
});

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
 * The running totals of a lane (a pair of states), for two spans: from a Lagos day to the end of its month, and from
 * the first day of a month to the end of its year. The sum of any period is the difference of a few totals, so a year
 * is read as fast as a day (app/money/reports/lane-parts.ts).
 */
export const laneTotals = pg.pgTable(
  "lane_totals",
  {
    span: pg.text("span", { enum: LANE_SPANS }).notNull(),
    starts: lagosDate("starts"),
    fromState: pg.text("from_state").notNull(),
    toState: pg.text("to_state").notNull(),
    ...amounts(),
  },
  (t) => [
    pg.primaryKey({ columns: [t.span, t.starts, t.fromState, t.toState] }),
    pg.check("lane_totals_span", oneOf(t.span, LANE_SPANS)),
  ],
);

/**
 * The running totals of a service or of a business, for the same spans as in `lane_totals`. A business is
 * stored as its id, or as 'none'.
 */
export const subjectTotals = pg.pgTable(
  "subject_totals",
  {
    view: pg.text("view", { enum: SUBJECT_VIEWS }).notNull(),
    span: pg.text("span", { enum: LANE_SPANS }).notNull(),
    starts: lagosDate("starts"),
    subject: pg.text("subject").notNull(),
    ...amounts(),
  },
  (t) => [
    pg.primaryKey({ columns: [t.view, t.span, t.starts, t.subject] }),
    pg.check("subject_totals_view", oneOf(t.view, SUBJECT_VIEWS)),
    pg.check("subject_totals_span", oneOf(t.span, LANE_SPANS)),
  ],
);
