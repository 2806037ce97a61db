/** SQL for the amounts of a report's line: running totals, plus the changes that are not yet added to the totals. */
import { sql, type SQL } from "drizzle-orm";
import { laneParts } from "./lane-parts.ts";
import type { Period } from "./period.ts";

export const inPeriod = ({ from, to }: Period): SQL => sql`day between ${from}::date and ${to}::date`;

/** SQL for the sum of the rows that meet the condition `which`. By default, kobo are summed. */
export const sumWhere = (which: SQL, of: SQL = sql`kobo`): SQL =>
  sql`coalesce(sum(${of}) filter (where ${which}), 0)::float8`;

export const REVENUE = sql`kind in ('charged', 'handling')`;
/** The amount of a payment in the rows that `IS_PAID` selects. Negative for a reversal. */
export const PAID = sql`case kind when 'received' then kobo else -kobo end`;
export const IS_PAID = sql`kind in ('received', 'reversed')`;

export const AMOUNTS = sql`${sumWhere(sql`kind = 'charged'`, sql`n`)} as bookings, ${sumWhere(REVENUE)} as "revenueKobo",
  ${sumWhere(REVENUE, sql`vat_kobo`)} as "vatKobo", ${sumWhere(sql`kind = 'credited'`)} as "creditKobo",
  ${sumWhere(IS_PAID, PAID)} as "paidKobo", ${sumWhere(sql`kind = 'owed'`)} as "owedKobo"`;

/** SQL for the list of running totals that make up a period (lane-parts.ts), as rows of `part (span, starts, sign)`. */
export const partsOf = (period: Period): SQL =>
  sql.join(
    laneParts(period).map(({ span, starts, sign }) => sql`(${span}, ${starts}::date, ${sign}::int)`),
    sql`, `,
  );

/**
 * SQL for the amounts of one running total. The sign of its row in `part` decides whether the total is added or
 * subtracted.
 */
export const TOTALS = sql`(sign * bookings)::float8 as bookings, (sign * revenue_kobo)::float8 as "revenueKobo",
  (sign * vat_kobo)::float8 as "vatKobo", (sign * credit_kobo)::float8 as "creditKobo", (sign * paid_kobo)::float8 as "paidKobo",
  (sign * owed_kobo)::float8 as "owedKobo"`;

export const SUM_OF_TOTALS = sql`sum(bookings) as bookings, sum("revenueKobo") as "revenueKobo", sum("vatKobo") as "vatKobo",
  sum("creditKobo") as "creditKobo", sum("paidKobo") as "paidKobo", sum("owedKobo") as "owedKobo"`;
