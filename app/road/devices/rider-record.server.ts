/** DEVICE-9: reads a rider's counts, and the deeds that dispatch reviews. For staff with `readRoad`. */
import { and, desc, eq, gte, sql } from "drizzle-orm";
import { addDays, lagosDay } from "../../domain/dates.ts";
import { cashOf } from "../../money/cash-ledger/cash-account.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import { bookings, riderDeeds } from "../../platform/db/schema.ts";
import { countRiders } from "./rider-numbers.server.ts";

export const RECORD_DAYS = 30;
const MOST = 20;
const NOTHING = { delivered: 0, onTime: 0, attempted: 0, denied: 0, differences: 0 };
/**
 * Returns the rider's record of today and the RECORD_DAYS days before: counts of bookings and cash differences, and the
 * flagged deeds. Undone events do not count. `balanceKobo`: the cash that the rider has now.
 */
export async function readRecord(db: Db, riderId: string, now: Date) {
  const since = addDays(now, -RECORD_DAYS);
  const [[counts], flagged, cash] = await Promise.all([
    countRiders(db, { from: lagosDay(since), to: lagosDay(now) }, riderId),
    db
      .select({
        id: riderDeeds.id,
        kind: riderDeeds.kind,
        flags: riderDeeds.flags,
        occurredAt: riderDeeds.occurredAt,
        codes: sql<
          string[]
        >`array(select b.tracking_code from ${bookings} b where b.id = any(${riderDeeds.bookingIds}) order by 1)`,
      })
      .from(riderDeeds)
      .where(
        and(
          eq(riderDeeds.riderId, riderId),
          gte(riderDeeds.occurredAt, since),
          sql`${riderDeeds.flags} <> '{}'`,
        ),
      )
      .orderBy(desc(riderDeeds.occurredAt), desc(riderDeeds.id))
      .limit(MOST),
    cashOf(db, { kind: "rider", id: riderId }),
  ]);
  const { delivered, onTime, attempted, denied, differences } = counts ?? NOTHING;
  return { delivered, onTime, attempted, denied, differences, flagged, balanceKobo: cash.balanceKobo };
}

export type RiderRecord = Awaited<ReturnType<typeof readRecord>>;
