/** CASH-10: the share of payouts to senders within the promised time. */
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";

export type Kept = {
  /** The number of collections that were paid out in full in the period. */
  paid: number;
  /** The number of these collections that were paid out within the promised days after they became payable. */
  inTime: number;
};

/**
 * Counts the collections that payouts of these Lagos days paid in full, and how many of these were paid within `days`
 * days after they became payable. Payouts pay the oldest collection first (SETTLE-7). A collection becomes payable when
 * the rider pays it in, or when it is recorded if no rider held it. Only payees with a payout on these days are read.
 */
export async function remittanceKept(
  db: Pick<Db, "execute">,
  { from, to }: { from: string; to: string },
  days: number,
): Promise<Kept> {
  const { rows } = await db.execute<Kept>(sql`
    with paid_payees as (
      select distinct payee_id from settlement_entries where kind = 'paid_out' and lagos_day(at)::date between ${from}::date and ${to}::date
    ), ledger as (
      select s.* from settlement_entries s join paid_payees using (payee_id)
      where s.reverses is null and not exists (select from settlement_entries r where r.reverses = s.id)
    ), owed as (
      select s.payee_id, coalesce(c.covered_at, s.at) as payable_at,
        sum(s.gross_kobo - s.cod_fee_kobo) over (partition by s.payee_id order by coalesce(c.covered_at, s.at), s.id) as upto
      from ledger s left join cash_entries c on c.id = s.cash_entry_id
      where s.kind = 'collected' and s.gross_kobo > s.cod_fee_kobo and (c.id is null or c.holder_kind = 'hub' or c.covered_at is not null)
    ), out as (
      select payee_id, at, kind, sum(-gross_kobo) over (partition by payee_id order by id) as upto
      from ledger where kind in ('paid_out', 'deducted')
    ), settled as (
      select o.payable_at, (select p.at from out p where p.payee_id = o.payee_id and p.upto >= o.upto order by p.upto limit 1) as paid_at
      from owed o
    )
    select count(*)::int as paid,
      count(*) filter (where lagos_day(paid_at)::date <= lagos_day(payable_at)::date + ${days}::int)::int as "inTime"
    from settled where lagos_day(paid_at)::date between ${from}::date and ${to}::date`);
  return rows[0] ?? { paid: 0, inTime: 0 };
}
