/** REPORT-4: every row of the ledgers in a period, for accountants. */
import { sql, type SQL } from "drizzle-orm";
import { addDays, parseLagosDay } from "../../domain/dates.ts";
import type { PaymentMethod } from "../../domain/payment.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Period } from "./period.ts";

export type EntryKind =
  | "price"
  | "price_changed"
  | "payment"
  | "reversal"
  | "collection"
  | "deduction"
  | "payout"
  | "claim";
/** An entry of the ledgers. Amounts are kobo, negative for reversals. */
export type MoneyEntry = {
  at: Date;
  kind: EntryKind;
  code: string | null;
  fromState: string | null;
  toState: string | null;
  method: PaymentMethod | null;
  reference: string | null;
  revenueKobo: number;
  vatKobo: number;
  creditKobo: number;
  paidKobo: number;
  collectedKobo: number;
  paidOutKobo: number;
  compensatedKobo: number;
  byName: string | null;
};

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_MS = 32 * DAY_MS;
const LONGEST_MS = 366 * DAY_MS;
/** The largest number of rows in memory at once. */
const MOST_ROWS = 5000;

/**
 * Yields the ledger rows of a period, oldest first. Their sums equal the report's sums. The rows are read in spans of
 * time. A span with more than `most` rows is shortened and read again. If a span had few rows, the next span is longer.
 */
export async function* everyEntry(
  services: Pick<Services, "db" | "now">,
  period: Period,
  most = MOST_ROWS,
): AsyncGenerator<MoneyEntry> {
  const end = addDays(parseLagosDay(period.to) ?? services.now(), 1).getTime();
  let from = (parseLagosDay(period.from) ?? services.now()).getTime();
  for (let span = FIRST_MS; from < end;) {
    const to = Math.min(end, from + span);
    // A span of one millisecond cannot be shortened, so this span is read whole.
    const limit = span > 1 ? most + 1 : null;
    const entries = await entriesOf(services, new Date(from), new Date(to), limit);
    if (limit !== null && entries.length === limit) {
      span = Math.max(1, Math.floor((to - from) / 4));
      continue;
    }
    yield* entries;
    from = to;
    if (entries.length < most / 4) span = Math.min(LONGEST_MS, span * 2);
  }
}

/** Selects ledger rows whose `at` matches `within`. Amounts are kobo, negative for reversals. */
export const ledgerRows = (within: SQL): SQL => sql`
    select at, id::text, booking_id, case when p.total is null then 'price' else 'price_changed' end as kind,
      null as method, null as reference, by_name, total_kobo - line_kobo(lines, 'credit') - coalesce(p.total - p.credit, 0) as revenue,
      line_kobo(lines, 'vat') - coalesce(p.vat, 0) as vat, coalesce(p.credit, 0) - line_kobo(lines, 'credit') as credit,
      0::bigint as paid, 0::bigint as collected, 0::bigint as paid_out, 0::bigint as compensated
    from booking_charges c left join lateral (
      select total_kobo as total, line_kobo(lines, 'vat') as vat, line_kobo(lines, 'credit') as credit from booking_charges b
      where b.booking_id = c.booking_id and b.id < c.id order by b.id desc limit 1
    ) p on true where ${within}
    union all
    select at, id::text, booking_id, case when claim_id is not null then 'claim' when direction = 'in' then 'payment' else 'reversal' end,
      method, reference, by_name, 0, 0, 0, case when claim_id is not null then 0 when direction = 'in' then kobo else -kobo end, 0, 0,
      case when claim_id is null then 0 when direction = 'out' then kobo else -kobo end
    from payments where ${within}
    union all
    select at, id::text, booking_id, case when booking_id is null then 'payout' when method = 'deducted' then 'deduction' else 'collection' end,
      method, reference, by_name,
      cod_fee_kobo, vat_in_cod_fee(h.after, h.asked) - vat_in_cod_fee(h.after - cod_fee_kobo, h.asked), 0, 0,
      case when booking_id is null or method = 'deducted' then 0 else gross_kobo end,
      case when booking_id is null or method = 'deducted' then -gross_kobo else 0 end, 0
    from settlement_entries e left join lateral (
      select sum(b.cod_fee_kobo)::bigint as after, min(c.created_at) as asked from settlement_entries b
      join cash_on_delivery c on c.booking_id = b.booking_id
      where b.booking_id = e.booking_id and b.id <= e.id
    ) h on true where ${within} and kind <> 'not_collected'`;

type Row = Omit<MoneyEntry, "at"> & { at: string };

async function entriesOf(
  { db }: Pick<Services, "db">,
  from: Date,
  to: Date,
  most: number | null,
): Promise<MoneyEntry[]> {
  const within = sql`at >= ${from.toISOString()}::timestamptz and at < ${to.toISOString()}::timestamptz`;
  const { rows } = await db.execute<Row>(sql`
    with entries as (
      ${ledgerRows(within)}
    )
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, kind, d.tracking_code as code,
      d.sender_state as "fromState", d.receiver_state as "toState", method, reference, by_name as "byName",
      revenue::float8 as "revenueKobo", coalesce(vat, 0)::float8 as "vatKobo", credit::float8 as "creditKobo", paid::float8 as "paidKobo",
      collected::float8 as "collectedKobo", paid_out::float8 as "paidOutKobo", compensated::float8 as "compensatedKobo"
    from entries left join bookings d on d.id = entries.booking_id order by entries.at, entries.kind, entries.id
    limit ${most}`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}
