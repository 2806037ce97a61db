/** DEVICE-9: a rider's recent deeds, and those that dispatch should review. For staff with `readRoad`. */
import { and, desc, eq, gte, sql } from "drizzle-orm";
import { addDays } from "../../domain/dates.ts";
import { cashOf } from "../../money/cash-ledger/cash-ledger.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import {
  attemptAnswers,
  bookingEvents,
  bookings,
  exceptions,
  riderDeeds,
  runs,
} from "../../platform/db/schema.ts";

export const RECORD_DAYS = 30;
const MOST = 20;
const count = (where: ReturnType<typeof sql>) =>
  sql<number>`count(distinct ${bookingEvents.bookingId}) filter (where ${where})`.mapWith(Number);

/**
 * The record of a rider in the last RECORD_DAYS days: the numbers of bookings that were delivered, delivered by the
 * promised day, attempted, and attempted although the receiver denies it; the flagged deeds; and the number of cash
 * differences. `balanceKobo`: the rider's present cash.
 */
export async function readRecord(db: Db, riderId: string, now: Date) {
  const since = addDays(now, -RECORD_DAYS);
  const delivered = sql`${bookingEvents.kind} = 'delivered'`;
  const [[counts], flagged, cash, differences] = await Promise.all([
    db
      .select({
        delivered: count(delivered),
        onTime: count(sql`${delivered} and ${bookingEvents.occurredAt} <= ${bookings.estimatedDelivery}`),
        attempted: count(sql`${bookingEvents.kind} = 'attempted'`),
        denied: count(sql`${attemptAnswers.answer} <> 'right'`),
      })
      .from(bookingEvents)
      .innerJoin(runs, eq(runs.id, bookingEvents.runId))
      .innerJoin(bookings, eq(bookings.id, bookingEvents.bookingId))
      .leftJoin(attemptAnswers, eq(attemptAnswers.eventId, bookingEvents.id))
      .where(and(eq(runs.riderId, riderId), gte(bookingEvents.occurredAt, since))),
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
    db.$count(
      exceptions,
      and(
        eq(exceptions.kind, "cash_difference"),
        eq(exceptions.subject, `rider ${riderId}`),
        gte(exceptions.openedAt, since),
      ),
    ),
  ]);
  return { ...counts!, differences, flagged, balanceKobo: cash.balanceKobo };
}

export type RiderRecord = Awaited<ReturnType<typeof readRecord>>;
