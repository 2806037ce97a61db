/**
 * Sums and counts of payees (docs/decisions/0010-counters-and-totals.md). The tables are not in schema.ts,
 * because only the functions of migrations/0002_payees_by_day.sql and the statements of one file name them.
 */
import * as pg from "drizzle-orm/pg-core";
import { LANE_SPANS } from "../../../domain/money-kinds.ts";
import { bigNumber, countedId, oneOf } from "./columns.ts";

/** Declares sums in kobo: collected, kept as fees, taken for returns, and paid out. Reversals are subtracted. */
const sums = () => ({
  payeeId: pg.uuid("payee_id").notNull(),
  collectedKobo: bigNumber("collected_kobo").notNull(),
  feeKobo: bigNumber("fee_kobo").notNull(),
  deductedKobo: bigNumber("deducted_kobo").notNull(),
  paidOutKobo: bigNumber("paid_out_kobo").notNull(),
});

/**
 * The ledger's changes for payees since `roll_up_payee_changes` last ran. Rows are only added, so that entries never
 * wait for a lock. A row of zeros means that a collection became payable or is no longer payable.
 */
export const payeeChanges = pg.pgTable("payee_changes", {
  id: countedId(),
  day: pg.date("day", { mode: "string" }).notNull(),
  ...sums(),
});

/** A payee's running totals, for the same spans of time as the totals of a lane (`lane_totals`). */
export const payeeTotals = pg.pgTable(
  "payee_totals",
  {
    span: pg.text("span", { enum: LANE_SPANS }).notNull(),
    starts: pg.date("starts", { mode: "string" }).notNull(),
    ...sums(),
  },
  (t) => [
    pg.primaryKey({ columns: [t.span, t.starts, t.payeeId] }),
    pg.check("payee_totals_span", oneOf(t.span, LANE_SPANS)),
  ],
);

/**
 * The collections of a payee that were paid in full by payouts of a Lagos day. `took` has the number of days
 * from each collection to its payment, in ascending order; `days` is their sum. A reversal changes which
 * payout paid which collection, so after a change all rows of the payee are written again.
 */
export const payeeDays = pg.pgTable(
  "payee_days",
  {
    day: pg.date("day", { mode: "string" }).notNull(),
    payeeId: pg.uuid("payee_id").notNull(),
    took: pg.integer("took").array().notNull(),
    days: pg.integer("days").notNull(),
  },
  (t) => [pg.primaryKey({ columns: [t.day, t.payeeId] }), pg.index("payee_days_payee").on(t.payeeId)],
);
