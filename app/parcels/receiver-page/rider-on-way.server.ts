/** RECEIVER-2: the rider of a parcel that is out for delivery, and the number of the stop. */
import { sql } from "drizzle-orm";
import { splitName } from "../../domain/person-name.ts";
import { GONE_OUTCOMES } from "../../domain/run.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { wordList } from "../../platform/db/schema/columns.ts";

export type OnWay = { rider: string; stop: number; stops: number };

/**
 * Reads the rider's first name and the number of the stop. Null if no piece is with a rider of the company. Finished
 * stops count too, so that the number is the same as in the rider's list. Pieces that left the run without a deed at
 * their stop do not count.
 */
export async function riderOnWay(db: Pick<Db, "execute">, bookingId: string): Promise<OnWay | null> {
  const { rows } = await db.execute<{ name: string; stop: number; stops: number }>(sql`
    select riders.name, (count(distinct s.stop) filter (where s.stop <= mine.stop))::int as stop, count(distinct s.stop)::int as stops
    from (select rp.run_id, rp.stop from pieces p join run_pieces rp on rp.piece_id = p.id and rp.ended_at is null
        join runs on runs.id = rp.run_id and runs.kind = 'delivery' and runs.state = 'out'
      where p.booking_id = ${bookingId} and not rp.returning and rp.loaded_at is not null order by rp.stop limit 1) mine
    join runs on runs.id = mine.run_id join riders on riders.id = runs.rider_id
    join run_pieces s on s.run_id = mine.run_id and s.loaded_at is not null
      and (s.outcome is null or s.outcome not in ${wordList(GONE_OUTCOMES)})
    group by riders.name`);
  const [found] = rows;
  return found ? { rider: splitName(found.name).firstName, stop: found.stop, stops: found.stops } : null;
}
