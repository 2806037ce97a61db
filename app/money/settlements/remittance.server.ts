/** CASH-10: the share of payouts to senders within the promised time. */
import { sql, type SQL } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { profiles, stores } from "../../platform/db/schema.ts";
import { payeeName } from "./statement.server.ts";

export type Kept = {
  /** The number of collections that were paid out in full in the period. */
  paid: number;
  /** The number of these collections that were paid out within the promised days after they became payable. */
  inTime: number;
};

type Days = { from: string; to: string };

/** The moments at which a Lagos day begins and is over, and the Lagos day of a moment: in SQL without a call for each row. */
const startOf = (day: string): SQL => sql`(${day}::timestamp at time zone 'Africa/Lagos')`;
const endOf = (day: string): SQL => sql`((${day}::date + 1)::timestamp at time zone 'Africa/Lagos')`;
const lagosDate = (at: SQL): SQL => sql`((${at} at time zone 'UTC') + interval '1 hour')::date`;

/**
 * The tables up to `settled`: the collections that payouts of these Lagos days paid in full, with both times. Payouts pay the
 * oldest collection first (SETTLE-7). A collection becomes payable when the rider pays it in, or when it is recorded if no rider
 * held it. What was paid before it was collected took no day. Only payees with a payout on these days are read.
 * Collections and payouts are put into one order by what they amount to so far: a turn is a
 * payout and the collections before it that it pays.
 */
const settledOf = ({ from, to }: Days): SQL => sql`
    paid_payees as (
      select distinct payee_id from settlement_entries where kind = 'paid_out' and at >= ${startOf(from)} and at < ${endOf(to)}
    ), ledger as (
      select s.id, s.payee_id, s.kind, s.gross_kobo, s.cod_fee_kobo, s.at, s.cash_entry_id from settlement_entries s join paid_payees using (payee_id)
      where s.reverses is null and not exists (select from settlement_entries r where r.reverses = s.id)
    ), owed as (
      select s.payee_id, coalesce(c.covered_at, s.at) as payable_at,
        sum(s.gross_kobo - s.cod_fee_kobo) over (partition by s.payee_id order by coalesce(c.covered_at, s.at), s.id) as upto
      from ledger s left join cash_entries c on c.id = s.cash_entry_id
      where s.kind = 'collected' and s.gross_kobo > s.cod_fee_kobo and (c.id is null or c.holder_kind = 'hub' or c.covered_at is not null)
    ), steps as (
      select payee_id, payable_at, upto, null as out_at from owed
      union all
      select payee_id, null, sum(-gross_kobo) over (partition by payee_id order by id), at from ledger where kind in ('paid_out', 'deducted')
    ), placed as (
      select payee_id, payable_at, out_at, count(out_at) over (partition by payee_id order by upto, out_at is not null
        rows between unbounded preceding and current row) - (out_at is not null)::int as turn
      from steps
    ), dated as (
      select payee_id, payable_at, max(out_at) over (partition by payee_id, turn) as paid_at from placed
    ), settled as (
      select payee_id, greatest(0, ${lagosDate(sql`paid_at`)} - ${lagosDate(sql`payable_at`)}) as days
      from dated where payable_at is not null and paid_at >= ${startOf(from)} and paid_at < ${endOf(to)}
    )`;

/** Counts the collections that payouts of these Lagos days paid in full, and how many within `days` days. */
export async function remittanceKept(db: Pick<Db, "execute">, period: Days, days: number): Promise<Kept> {
  const { rows } = await db.execute<Kept>(sql`
    with ${settledOf(period)}
    select count(*)::int as paid, count(*) filter (where days <= ${days}::int)::int as "inTime" from settled`);
  return rows[0] ?? { paid: 0, inTime: 0 };
}

/** What a payee was owed and paid in a period, and the days that it took. Kobo. */
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

/**
 * REPORT-11: each payee with money in the period or held at its end, most held first. The sums count back from what is owed
 * now, so that nothing before the period is read. `start`: the moment at which the period begins.
 */
export async function readRemittance(
  db: Pick<Db, "execute">,
  period: Days,
  start: string,
): Promise<Remitted[]> {
  const sum = (of: SQL, which: SQL) => sql`coalesce(sum(${of}) filter (where ${which}), 0)`;
  const isIn = sql`at < ${endOf(period.to)}`;
  const { rows } = await db.execute<Remitted>(sql`
    with ${settledOf(period)}, moved as (
      select payee_id, at, gross_kobo as gross, cod_fee_kobo as fee,
        case when booking_id is null then 'paid_out' when method = 'deducted' then 'deducted' else 'collected' end as what
      from settlement_entries where at >= ${start}::timestamptz
    ), sums as (
      select payee_id, ${sum(sql`gross`, sql`${isIn} and what = 'collected'`)} as collected, ${sum(sql`fee`, isIn)} as fee,
        ${sum(sql`-gross`, sql`${isIn} and what = 'deducted'`)} as deducted,
        ${sum(sql`-gross`, sql`${isIn} and what = 'paid_out'`)} as paid_out,
        ${sum(sql`gross - fee`, sql`not ${isIn}`)} as later, ${sum(sql`gross - fee`, sql`true`)} as moved
      from moved group by 1
    ), paid as (
      select payee_id, count(*)::int as settled, sum(days)::int as days, max(days)::int as longest from settled group by 1
    )
    select p.id as key, ${payeeName} as name, (p.owed_kobo - coalesce(s.moved, 0))::float8 as "beforeKobo",
      coalesce(s.collected, 0)::float8 as "collectedKobo", coalesce(s.fee, 0)::float8 as "feeKobo",
      coalesce(s.deducted, 0)::float8 as "deductedKobo", coalesce(s.paid_out, 0)::float8 as "paidOutKobo",
      (p.owed_kobo - coalesce(s.later, 0))::float8 as "heldKobo",
      coalesce(d.settled, 0) as settled, coalesce(d.days, 0) as days, coalesce(d.longest, 0) as longest
    from payees p left join sums s on s.payee_id = p.id left join paid d on d.payee_id = p.id
      left join ${stores} on ${stores.id} = p.store_id left join ${profiles} on ${profiles.id} = p.customer_id
    where p.owed_kobo <> 0 or s.payee_id is not null
    order by "heldKobo" desc, name, p.id`);
  return rows.filter((line) =>
    [
      line.beforeKobo,
      line.collectedKobo,
      line.feeKobo,
      line.deductedKobo,
      line.paidOutKobo,
      line.heldKobo,
    ].some((kobo) => kobo !== 0),
  );
}
