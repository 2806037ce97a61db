/** BUSINESS-10: what a business sent, month by month and by cost centre. */
import { sql } from "drizzle-orm";
import { DELIVERED, UNDELIVERED_STATUSES } from "../../domain/delivery-status.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookingBalances, bookings, businessBookings } from "../../platform/db/schema.ts";
import { wordList, wordOf } from "../../platform/db/schema/columns.ts";

export type BusinessReportRow = {
  /** The month 'yyyy-MM', or the cost centre; null for parcels without one. */
  name: string | null;
  parcels: number;
  delivered: number;
  failed: number;
  kobo: number;
};

const MONTHS = 13;
const MOST_CENTRES = 50;

const sums = sql`count(*)::int as parcels,
  count(*) filter (where b.status = ${wordOf(DELIVERED)})::int as delivered,
  count(*) filter (where b.status in ${wordList(UNDELIVERED_STATUSES)})::int as failed,
  coalesce(sum(m.price_kobo), 0)::float8 as kobo`;
const of = (businessId: string) => sql`from ${businessBookings} bb join ${bookings} b on b.id = bb.booking_id
  left join ${bookingBalances} m on m.booking_id = bb.booking_id where bb.business_id = ${businessId}`;

/** The last thirteen Lagos months with parcels, newest first, and the cost centres of this time, the dearest first. Kobo. */
export async function readBusinessReport(db: Db, businessId: string) {
  const months = await db.execute<BusinessReportRow>(sql`
    select to_char(bb.created_at at time zone 'Africa/Lagos', 'YYYY-MM') as name, ${sums} ${of(businessId)}
    group by 1 order by 1 desc limit ${MONTHS}`);
  const first = months.rows.at(-1)?.name;
  const centres = await db.execute<BusinessReportRow>(sql`
    select bb.cost_centre as name, ${sums} ${of(businessId)}
      and to_char(bb.created_at at time zone 'Africa/Lagos', 'YYYY-MM') >= ${first ?? ""}
    group by 1 order by kobo desc, 1 limit ${MOST_CENTRES}`);
  return { months: months.rows, centres: centres.rows };
}
