/**
 * REPORT-10: revenue and payments by service and by business, from running totals. Bookings without a business have
 * their own line, so that the lines add up to the other reports.
 */
import { sql } from "drizzle-orm";
import { DELIVERY_TYPE_LABELS, type DeliveryType } from "../../domain/booking.ts";
import type { SubjectView } from "../../domain/money-kinds.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { AMOUNTS, partsOf, SUM_OF_TOTALS, TOTALS, inPeriod } from "./kept-amounts.server.ts";
import type { Period } from "./period.ts";
import { hasAmounts, NO_BUSINESS, type Amounts, type ReportLine } from "./report.ts";

/** Reads the lines of a report, most revenue first. For staff with the permission `readReports`. */
export async function readSubjectLines(db: Db, view: SubjectView, period: Period): Promise<ReportLine[]> {
  const subject = view === "service" ? sql`service` : sql`coalesce(business_id::text, ${NO_BUSINESS})`;
  const { rows } = await db.execute<Amounts & { key: string; business: string | null }>(sql`
    select kept.subject as key, z.name as business, ${SUM_OF_TOTALS}
    from (
      select subject, ${TOTALS}
      from (values ${partsOf(period)}) part (span, starts, sign) join subject_totals t using (span, starts) where t.view = ${view}
      union all select ${subject}, ${AMOUNTS} from money_changes
        where ${inPeriod(period)} and service <> '' and kind not in ('collected', 'paid_out') group by 1
    ) kept left join businesses z on z.id::text = kept.subject
    group by 1, 2 order by "revenueKobo" desc, 2, 1`);
  return rows
    .filter(hasAmounts)
    .map(({ business, ...line }) => ({ ...line, name: business ?? nameOf(line.key) }));
}

const nameOf = (subject: string): string =>
  subject === NO_BUSINESS ? "No business" : DELIVERY_TYPE_LABELS[subject as DeliveryType].name;
