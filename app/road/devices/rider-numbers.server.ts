/** DEVICE-9, REPORT-12: counts riders' deeds in a period, for a rider's page and the report by rider. */
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client.server.ts";
import { exceptions, riders } from "../../platform/db/schema.ts";

/** A period of Lagos days. The first and the last day are included. */
type Days = { from: string; to: string };
/**
 * The counts of a rider. `onTime`: deliveries on time. `attempted`: failed attempts. `denied`: failed attempts that the
 * receivers denied. `differences`: cash differences.
 */
export type RiderNumbers = {
  key: string;
  name: string;
  delivered: number;
  onTime: number;
  attempted: number;
  denied: number;
  differences: number;
};

/**
 * Returns the counts of one rider. Without `riderId`, returns the counts of all riders who have at least one count
 * above 0; the rider with the most deliveries is first. Undone events do not count. Most counts are read from
 * `rider_days`. Bookings that changed after `rider_days` was written are counted again.
 */
export async function countRiders(
  db: Db,
  { from, to }: Days,
  riderId: string | null = null,
): Promise<RiderNumbers[]> {
  const count = (did: number) => sql`(coalesce(sum(n) filter (where did = ${did}), 0))::int`;
  const { rows } = await db.execute<RiderNumbers>(sql`
    with changed as materialized (
      select array(select distinct booking_id from parcel_changes) as ids
    ), did as (
      select rider_id, ${count(1)} as delivered, ${count(2)} as on_time, ${count(4)} as attempted, ${count(8)} as denied
      from (
        select * from rider_days where day >= ${from}::date and day <= ${to}::date
        union all select n.* from changed, rider_changes(ids, array(select f from rider_facts_of(ids) f)) n
      ) kept
      where day >= ${from}::date and day <= ${to}::date and since < ${from}::date ${riderId ? sql`and rider_id = ${riderId}` : sql``}
      group by 1
    ), differs as (
      select subject, count(*)::int as n from ${exceptions}
      where kind = 'cash_difference' and opened_at >= ${from}::timestamp at time zone 'Africa/Lagos'
        and opened_at < (${to}::date + 1)::timestamp at time zone 'Africa/Lagos' ${riderId ? sql`and subject = ${`rider ${riderId}`}` : sql``}
      group by 1
    )
    select r.id as key, r.name, coalesce(delivered, 0) as delivered, coalesce(on_time, 0) as "onTime",
      coalesce(attempted, 0) as attempted, coalesce(denied, 0) as denied, coalesce(n, 0) as differences
    from ${riders} r left join did on did.rider_id = r.id left join differs on differs.subject = 'rider ' || r.id
    where ${riderId ? sql`r.id = ${riderId}` : sql`coalesce(delivered, 0) + coalesce(attempted, 0) + coalesce(n, 0) > 0`}
    order by delivered desc nulls last, r.name, r.id`);
  return rows;
}
