/**
 * REPORT-10: revenue and payments by service and by business, from each row of the ledgers: no totals are kept of them. The
 * bookings of no business are a line of their own, so that the lines add up to the other reports.
 */
import { sql, type SQL } from "drizzle-orm";
import { DELIVERY_TYPE_LABELS, type DeliveryType } from "../../domain/booking.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { ledgerRows } from "./export-money.server.ts";
import { startOfPeriod, type Period } from "./period.ts";
import { hasAmounts, NO_BUSINESS, type ReportLine } from "./report.ts";

export type LedgerView = "service" | "business";

const SUBJECTS: Record<LedgerView, { key: SQL; name: SQL }> = {
  service: { key: sql`d.delivery_type`, name: sql`d.delivery_type` },
  business: { key: sql`coalesce(z.id::text, ${NO_BUSINESS})`, name: sql`coalesce(z.name, 'No business')` },
};

/** The lines of a report, most revenue first. For staff with `readReports`. */
export async function readLedgerLines(db: Db, view: LedgerView, period: Period): Promise<ReportLine[]> {
  const { key, name } = SUBJECTS[view];
  const { from, end } = startOfPeriod(period);
  const sum = (column: string) => sql`sum(${sql.raw(column)})::float8`;
  const { rows } = await db.execute<Required<ReportLine>>(sql`
    with entries as (
      ${ledgerRows(sql`at >= ${from}::timestamptz and at < ${end}::timestamptz`)}
    ), amounts as (
      select booking_id, (kind = 'price')::int as n, revenue, coalesce(vat, 0) as vat, credit, paid, 0::bigint as owed
      from entries where booking_id is not null
      union all
      select b.id, 0, 0, 0, 0, 0, coalesce(m.price_kobo, 0) - m.paid_kobo
      from bookings b join booking_balances m on m.booking_id = b.id
      where b.created_at >= ${from}::timestamptz and b.created_at < ${end}::timestamptz
    )
    select ${key} as key, ${name} as name, ${sum("n")} as bookings, ${sum("revenue")} as "revenueKobo", ${sum("vat")} as "vatKobo",
      ${sum("credit")} as "creditKobo", ${sum("paid")} as "paidKobo", ${sum("owed")} as "owedKobo"
    from amounts join bookings d on d.id = amounts.booking_id
      left join business_bookings bb on bb.booking_id = d.id left join businesses z on z.id = bb.business_id
    group by 1, 2 order by 4 desc, 2, 1`);
  return rows
    .filter(hasAmounts)
    .map((line) => (view === "service" ? { ...line, name: serviceName(line.key as DeliveryType) } : line));
}

const serviceName = (type: DeliveryType): string => DELIVERY_TYPE_LABELS[type].name;
