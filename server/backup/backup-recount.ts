/**
 * RUN-22: calculates the sums of money in a backup and the holder of each piece again, from the backup's ledgers. The
 * SQL names no schema, so it reads the first schema of the search path. This may be the schema with the restored
 * tables.
 */
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { holdersNow } from "../../app/parcels/custody/move-pieces.server.ts";
import { DELIVERED } from "../../app/domain/delivery-status.ts";
import * as schema from "../../app/platform/db/schema.ts";

/** Statements that return the differences. `what` names the difference, and `of` is the id of the row. */
export const MONEY_CHECKS: Record<string, string> = {
  "cash accounts": `
    select 'balance' as what, a.holder_id::text as of from cash_accounts a
      where a.balance_kobo <> (select coalesce(sum(kobo), 0) from cash_entries e where (e.holder_kind, e.holder_id) = (a.holder_kind, a.holder_id))
        or a.last_entry <> 0 and not exists (select from cash_entries e where e.id = a.last_entry and (e.holder_kind, e.holder_id) = (a.holder_kind, a.holder_id))
    union all
    select 'no account', e.holder_id::text from cash_entries e
      where not exists (select from cash_accounts a where (e.holder_kind, e.holder_id) = (a.holder_kind, a.holder_id))
    union all
    select 'parts', a.holder_id::text from cash_accounts a where a.holder_kind = 'rider' and (a.ahead_kobo < 0 or a.change_kobo < 0
      or a.balance_kobo <> a.change_kobo - a.ahead_kobo + (select coalesce(sum(kobo), 0) from cash_entries e
        where e.holder_kind = 'rider' and e.holder_id = a.holder_id and e.kind = 'collected' and e.covered_at is null))
    union all
    select 'order', e.holder_id::text from cash_entries e join cash_entries later on later.holder_id = e.holder_id and later.holder_kind = 'rider'
        and later.kind = 'collected' and later.covered_at is not null and later.id > e.id
      where e.holder_kind = 'rider' and e.kind = 'collected' and e.covered_at is null
        and not exists (select from cash_entries r where r.reverses = later.id)
    union all
    select 'pay-in', act_id::text from cash_entries where kind = 'paid_in' group by act_id having sum(kobo) <> 0 or count(*) <> 2
    union all
    select 'reversal', r.id::text from cash_entries r left join cash_entries e on e.id = r.reverses and e.kind <> 'reversed' and e.kobo = -r.kobo
        and (e.holder_kind, e.holder_id) = (r.holder_kind, r.holder_id) and e.booking_id is not distinct from r.booking_id
      where r.kind = 'reversed' and e.id is null`,
  "cash of payments and collections": `
    select 'payment' as what, p.id::text as of from payments p left join cash_entries e on e.id = p.cash_entry_id and e.kind = 'collected'
        and e.part = 'delivery' and e.kobo = p.kobo and e.booking_id = p.booking_id
      where p.cash_entry_id is not null and e.id is null
    union all
    select 'collection', s.id::text from settlement_entries s left join cash_entries e on e.id = s.cash_entry_id and e.kind = 'collected'
        and e.part = 'goods' and e.kobo = abs(s.gross_kobo) and e.booking_id = s.booking_id
      where s.cash_entry_id is not null and s.gross_kobo <> 0 and e.id is null
    union all
    select 'cash', e.id::text from cash_entries e where e.kind = 'collected' and (
      e.part = 'delivery' and (select count(*) from payments p where p.cash_entry_id = e.id) <> 1
      or e.part = 'goods' and (select count(*) from settlement_entries s where s.cash_entry_id = e.id and s.kind = 'collected') <> 1)
    union all
    select 'reversed', e.id::text from cash_entries e where e.kind = 'collected' and e.part in ('delivery', 'goods')
      and exists (select from cash_entries r where r.reverses = e.id) <> (
        exists (select from payments p join payments r on r.reverses = p.id where p.cash_entry_id = e.id)
        or exists (select from settlement_entries s join settlement_entries r on r.reverses = s.id where s.cash_entry_id = e.id))`,
  "money paid for bookings": `
    select 'balance' as what, b.booking_id::text as of from booking_balances b
      where b.paid_kobo <> (select coalesce(sum(case p.direction when 'in' then p.kobo else -p.kobo end), 0)
                            from payments p where p.booking_id = b.booking_id and p.claim_id is null)
         or b.price_kobo is distinct from (select c.total_kobo from booking_charges c
                            where c.booking_id = b.booking_id order by c.id desc limit 1)
    union all
    select 'no balance', p.booking_id::text from payments p
      where p.claim_id is null and not exists (select from booking_balances b where b.booking_id = p.booking_id)
    union all
    select 'reversal', r.id::text from payments r left join payments p on p.id = r.reverses and p.reverses is null and p.booking_id = r.booking_id
        and p.method = r.method and p.kobo = r.kobo and p.direction <> r.direction and p.claim_id is not distinct from r.claim_id
      where r.reverses is not null and p.id is null`,
  "money owed to senders and stores": `
    select 'owed' as what, p.id::text as of from payees p
      where p.owed_kobo <> (select coalesce(sum(e.gross_kobo - e.cod_fee_kobo), 0) from settlement_entries e where e.payee_id = p.id)
    union all
    select 'held', p.id::text from payees p where p.held_kobo <> (
      select coalesce(sum(s.gross_kobo - s.cod_fee_kobo), 0) from settlement_entries s left join cash_entries e on e.id = s.cash_entry_id
      where s.payee_id = p.id and s.method <> 'deducted' and ((e.holder_kind = 'rider' and e.covered_at is null)
        or (s.method = 'online' and exists (select from bookings b where b.id = s.booking_id and b.status <> '${DELIVERED}')) or exists (
        select from claims c where c.booking_id = s.booking_id and c.frozen_from is not null and c.frozen_to is null)))
      - (select coalesce(sum(c.paid_out_kobo), 0) from claims c join cash_on_delivery d using (booking_id)
        where d.payee_id = p.id and c.frozen_from is not null and c.frozen_to is null)
    union all
    select 'collected', d.booking_id::text from cash_on_delivery d where (d.collected_kobo, d.cod_fee_kobo) <> (
      select coalesce(sum(gross_kobo), 0), coalesce(sum(cod_fee_kobo), 0) from settlement_entries s
      where s.booking_id = d.booking_id and s.method <> 'deducted')
    union all
    select 'reversal', r.id::text from settlement_entries r left join settlement_entries e on e.id = r.reverses
        and e.kind in ('collected', 'paid_out', 'deducted') and e.payee_id = r.payee_id and e.booking_id is not distinct from r.booking_id
        and e.method = r.method and e.gross_kobo = -r.gross_kobo
      where r.reverses is not null and e.id is null`,
  "reports of money": `
    select kind || ' ' || method as what, day::text as of from (
      select coalesce(f.day, lagos_day(b.created_at)::date) as day, f.kind, f.method, f.kobo
        from money_facts(null) f join bookings b on b.id = f.booking_id
      union all select day, kind, method, -kobo from money_days
      union all select day, kind, method, -kobo from money_changes) counted
    where kind in ('charged', 'credited', 'owed', 'received', 'reversed', 'collected', 'handling')
    group by day, kind, method having sum(kobo) <> 0`,
  "reports by payee": `
    select 'sums ' || span || ' ' || starts as what, payee_id::text as of from (
      select span, starts, payee_id, collected, fee, deducted, paid_out from (
        select lagos_day(at)::date as day, payee_id, sum(case when booking_id is not null and method <> 'deducted' then gross_kobo else 0 end) as collected,
          sum(cod_fee_kobo) as fee, sum(case when booking_id is not null and method = 'deducted' then -gross_kobo else 0 end) as deducted,
          sum(case when booking_id is null then -gross_kobo else 0 end) as paid_out
        from settlement_entries group by 1, 2) ledger, lane_starts(day)
      union all select span, starts, payee_id, -collected_kobo, -fee_kobo, -deducted_kobo, -paid_out_kobo from payee_totals
      union all select span, starts, payee_id, -collected_kobo, -fee_kobo, -deducted_kobo, -paid_out_kobo from payee_changes, lane_starts(day)) counted
    group by span, starts, payee_id having (sum(collected), sum(fee), sum(deducted), sum(paid_out)) <> (0, 0, 0, 0)
    union all
    select 'days until a payout of ' || day, payee_id::text from (
      select *, 1 as n from payee_days union all select *, -1 from payee_days_of(array(select id from payees))) counted
    where payee_id not in (select payee_id from payee_changes)
    group by day, payee_id, took, days having sum(n) <> 0`,
};

/**
 * Two comparisons about riders.
 *
 * - Stored deeds (`rider_facts`) with the events. Left out: bookings with waiting changes, whose stored deeds
 *   may be outdated, and bookings whose phone reports were deleted after a year, because only the report
 *   names the rider.
 * - Numbers by day (`rider_days`) with the stored deeds, of all bookings.
 */
const RIDER_NUMBERS = `
  select 'deeds of ' || day as what, booking_id::text as of from (
    select *, 1 as n from rider_facts union all select *, -1 from rider_facts_now()) counted
  where booking_id not in (select booking_id from parcel_changes
    union all select e.booking_id from booking_events e join acts a on a.id = e.act_id
    where e.run_id is not null and a.deed_id is not null and not exists (select from rider_deeds d where d.deed_id = a.deed_id))
  group by booking_id, rider_id, day, did having sum(n) <> 0
  union all
  select 'day ' || day, rider_id::text from (
    select rider_id, day, did, since, n from rider_days
    union all
    select rider_id, day, bit, coalesce(lag(day) over (partition by booking_id, rider_id, bit order by day), '-infinity'), -1
    from rider_facts, (values (1), (2), (4), (8)) v (bit) where did & bit <> 0) counted
  group by rider_id, day, did, since having sum(n) <> 0`;

/** A hand-over is from the sender, or from somebody who got the piece in an earlier entry. */
const CUSTODY_CHAIN = `
  select 'chain' as what, c.id::text as of from custody_entries c
  where c.from_kind <> 'sender' and not exists (select from custody_entries b
    where b.piece_id = c.piece_id and b.id < c.id and b.to_kind = c.from_kind and b.to_id is not distinct from c.from_id)`;

const PIECES = 2_000;
const NAMED = 3;

type Difference = { what: string; of: string };

/**
 * Returns the differences between the ledgers and the stored sums, as sentences for the operator. It compares
 * cash accounts, payments, debts, reports (also by payee and rider), and the holder of each piece. Empty if
 * all agree.
 */
export async function differencesOf(client: pg.Client): Promise<string[]> {
  const said: string[] = [];
  const say = (name: string, found: readonly Difference[]) => {
    if (found.length === 0) return;
    const first = found.slice(0, NAMED).map(({ what, of }) => `${what} ${of}`);
    const more = found.length > NAMED ? ` and ${found.length - NAMED} more` : "";
    said.push(`The ledgers do not agree about ${name}: ${first.join(", ")}${more}`);
  };
  for (const [name, check] of Object.entries(MONEY_CHECKS))
    say(name, (await client.query<Difference>(check)).rows);
  say("reports by rider", (await client.query<Difference>(RIDER_NUMBERS)).rows);
  say("the way of pieces", (await client.query<Difference>(CUSTODY_CHAIN)).rows);
  say("the holder of pieces", await wrongHolders(client));
  return said;
}

/** Returns the pieces whose stored holder differs from the holder that follows from the hand-overs. */
async function wrongHolders(client: pg.Client): Promise<Difference[]> {
  const tx = drizzle({ client, schema }) as unknown as Parameters<typeof holdersNow>[0];
  const wrong: Difference[] = [];
  for (let after = "00000000-0000-0000-0000-000000000000"; ;) {
    const { rows } = await client.query<{ id: string; kind: string; holder: string | null }>(
      "select id, holder_kind as kind, holder_id as holder from pieces where id > $1 order by id limit $2",
      [after, PIECES],
    );
    const holders = await holdersNow(
      tx,
      rows.map(({ id }) => id),
    );
    for (const { id, kind, holder } of rows) {
      const now = holders.get(id);
      if (now?.kind !== kind || now.id !== holder) wrong.push({ what: "piece", of: id });
    }
    const last = rows.at(-1);
    if (!last || rows.length < PIECES) return wrong;
    after = last.id;
  }
}
