/** BUSINESS-10: the parcels of a business by month and by cost centre. */
import { sql } from "drizzle-orm";
import { DELIVERED, UNDELIVERED_STATUSES } from "../../domain/delivery-status.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookingBalances, bookings, businessBookings } from "../../platform/db/schema.ts";
import { wordList, literalWord } from "../../platform/db/schema/columns.ts";

export type BusinessReportRow = {
  /** The month 'yyyy-MM' or the cost centre. Null for parcels without a cost centre. */
  name: string | null;
  parcels: number;
  delivered: number;
  failed: number;
  kobo: number;
};

const MONTHS = 13;
const MOST_CENTRES = 50;

const SUMS = sql`sum(parcels)::int as parcels, sum(delivered)::int as delivered, sum(failed)::int as failed, sum(kobo)::float8 as kobo`;

/**
 * Reads the sums of the last thirteen Lagos months with parcels, by month and by cost centre. The cost centre with the
 * highest sum is first. Amounts are in kobo.
 */
export async function readBusinessReport(db: Db, businessId: string) {
  const { rows } = await db.execute<BusinessReportRow & { of: "month" | "centre" }>(sql`
    with counted as materialized (
      select to_char(bb.created_at at time zone 'Africa/Lagos', 'YYYY-MM') as month, bb.cost_centre as centre, count(*) as parcels,
        count(*) filter (where b.status = ${literalWord(DELIVERED)}) as delivered,
        count(*) filter (where b.status in ${wordList(UNDELIVERED_STATUSES)}) as failed, coalesce(sum(m.price_kobo), 0) as kobo
      from ${businessBookings} bb join ${bookings} b on b.id = bb.booking_id
        left join ${bookingBalances} m on m.booking_id = bb.booking_id
      where bb.business_id = ${businessId} group by 1, 2
    ), months as (
      select month as name, ${SUMS} from counted group by 1 order by 1 desc limit ${MONTHS}
    ), centres as (
      select centre as name, ${SUMS} from counted where month >= (select min(name) from months)
      group by 1 order by kobo desc, 1 limit ${MOST_CENTRES}
    )
    select * from (select 'month' as of, months.* from months union all select 'centre', centres.* from centres) lines
    order by of desc, case of when 'month' then name end desc, kobo desc, name`);
  const named = (which: "month" | "centre"): BusinessReportRow[] =>
    rows
      .filter((row) => row.of === which)
      .map(({ name, parcels, delivered, failed, kobo }) => ({ name, parcels, delivered, failed, kobo }));
  return { months: named("month"), centres: named("centre") };
}
