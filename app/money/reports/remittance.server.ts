/** CASH-10, REPORT-11: payees' debts and payouts on some Lagos days, from stored daily sums. */
import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { profiles, stores } from "../../platform/db/schema.ts";
import { partsOf, inPeriod } from "./kept-amounts.server.ts";
import { dayBefore, type Period } from "./period.ts";
import { payeeName } from "../settlements/statement.server.ts";

export type RemittanceInTime = {
  /** The number of collections that were paid out in full in the period. */
  paid: number;
  /** The number of the collections in `paid` that were paid out within the promised days after they became payable. */
  inTime: number;
};

/**
 * SQL for the collections that payouts of these days paid in full, by day and payee. If a payee's ledger has changed
 * since the daily sums were written, the payee's collections are counted again from the ledger.
 */
const settledOf = (period: Period): SQL => sql`(
    select * from payee_days d where ${inPeriod(period)} and not exists (select from payee_changes c where c.payee_id = d.payee_id)
    union all select * from payee_days_of(array(select distinct payee_id from payee_changes)) where ${inPeriod(period)}) settled`;

/**
 * Counts the collections that payouts of these days paid in full, and those of them that were paid within `days` days.
 */
export async function remittanceKept(
  db: Pick<Db, "execute">,
  period: Period,
  days: number,
): Promise<RemittanceInTime> {
  const { rows } = await db.execute<RemittanceInTime>(sql`
    select coalesce(sum(cardinality(took)), 0)::int as paid, coalesce(sum(width_bucket(${days}::int, took)), 0)::int as "inTime"
    from ${settledOf(period)}`);
  return rows[0] ?? { paid: 0, inTime: 0 };
}

/** A payee's debts and payouts in a period in kobo, and the days until payment. */
export type Remitted = {
  key: string;
  name: string;
  beforeKobo: number;
  collectedKobo: number;
  feeKobo: number;
  deductedKobo: number;
  paidOutKobo: number;
  heldKobo: number;
  settled: number;
  days: number;
  longest: number;
};

/** A day before the first entry of any ledger. */
const FIRST_DAY = "2000-01-01";

/**
 * REPORT-11: lists each payee with entries up to the period's end, the payee with the most held money first. Needs the
 * permission `readReports`.
 */
export async function readRemittance(db: Pick<Db, "execute">, period: Period): Promise<Remitted[]> {
  const before = { from: FIRST_DAY, to: dayBefore(period.from) };
  const sums = sql`sum(sign * collected_kobo) as collected, sum(sign * fee_kobo) as fee, sum(sign * deducted_kobo) as deducted,
        sum(sign * paid_out_kobo) as paid_out`;
  const kept = (part: Period) => sql`
        select payee_id, ${sums} from (values ${partsOf(part)}) part (span, starts, sign) join payee_totals using (span, starts) group by 1
        union all select payee_id, ${sums} from payee_changes, (values (1)) part (sign) where ${inPeriod(part)} group by 1`;
  const { rows } = await db.execute<Remitted>(sql`
    with sums as (
      select payee_id, sum(before) as before, sum(collected) as collected, sum(fee) as fee, sum(deducted) as deducted, sum(paid_out) as paid_out
      from (
        select payee_id, 0 as before, collected, fee, deducted, paid_out from (${kept(period)}) within
        union all select payee_id, collected - fee - deducted - paid_out, 0, 0, 0, 0 from (${kept(before)}) earlier
      ) one group by 1
    ), paid as (
      select payee_id, sum(cardinality(took))::int as settled, sum(days)::int as days, max(took[cardinality(took)]) as longest
      from ${settledOf(period)} group by 1
    )
    select p.id as key, ${payeeName} as name, before::float8 as "beforeKobo", collected::float8 as "collectedKobo",
      fee::float8 as "feeKobo", deducted::float8 as "deductedKobo", paid_out::float8 as "paidOutKobo",
      (before + collected - fee - deducted - paid_out)::float8 as "heldKobo",
      coalesce(settled, 0) as settled, coalesce(days, 0) as days, coalesce(longest, 0) as longest
    from sums join payees p on p.id = sums.payee_id left join paid on paid.payee_id = p.id
      left join ${stores} on ${stores.id} = p.store_id left join ${profiles} on ${profiles.id} = p.customer_id
    where before <> 0 or collected <> 0 or fee <> 0 or deducted <> 0 or paid_out <> 0
    order by "heldKobo" desc, name, p.id`);
  return rows;
}
