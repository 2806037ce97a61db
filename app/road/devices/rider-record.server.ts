/** DEVICE-9: a rider's recent deeds, and those that dispatch should review. For staff with `readRoad`. */
import { and, desc, eq, gt, gte, inArray, isNull, not, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { addDays } from "../../domain/dates.ts";
import { DELIVERED } from "../../domain/delivery-status.ts";
import { cashOf } from "../../money/cash-ledger/cash-account.server.ts";
import { notUndone, STATUS_KINDS } from "../../history/state-events.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import {
  acts,
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

const later = alias(bookingEvents, "later");
const laterUndo = alias(bookingEvents, "later_undo");

/**
 * The condition that no later event of the piece contradicts its delivery. The report of runs has the same condition
 * (REPORT-7).
 */
const stillDelivered = (db: Db) =>
  notExists(
    db
      .select({ id: later.id })
      .from(later)
      .leftJoin(laterUndo, and(eq(laterUndo.bookingId, later.bookingId), eq(laterUndo.undoes, later.id)))
      .where(
        and(
          eq(later.bookingId, bookingEvents.bookingId),
          gt(later.occurredAt, bookingEvents.occurredAt),
          or(isNull(later.piece), eq(later.piece, bookingEvents.piece)),
          inArray(later.kind, STATUS_KINDS),
          not(
            or(
              eq(later.kind, "delivered"),
              and(eq(later.kind, "status_set"), eq(later.toStatus, DELIVERED)),
            )!,
          ),
          isNull(laterUndo.id),
        ),
      ),
  );

/**
 * The condition of the rider's events since `since`: what the rider's own phone sent, and the events of runs that are
 * theirs now, except what another rider's phone sent before the run was given to them.
 */
const doneBy = (riderId: string, since: Date) => {
  const from = sql`${since.toISOString()}::timestamptz`;
  const sent = sql`${riderDeeds} deeds join ${acts} own on own.deed_id = deeds.deed_id`;
  return sql`${bookingEvents.id} in (
    select events.id from ${sent} join ${bookingEvents} events on events.act_id = own.id
      where deeds.rider_id = ${riderId} and deeds.received_at >= ${from}
        and events.occurred_at >= ${from} and events.run_id is not null
    union select events.id from ${runs} join ${bookingEvents} events on events.run_id = ${runs.id}
      where ${runs.riderId} = ${riderId} and events.occurred_at >= ${from}
        and not exists (select from ${sent} where own.id = events.act_id and deeds.rider_id <> ${riderId}))`;
};

/**
 * The record of a rider in the last RECORD_DAYS days: the numbers of bookings that were delivered, delivered by the
 * promised day, attempted, and attempted although the receiver denies it; the flagged deeds; and the number of cash
 * differences. Undone events do not count. `balanceKobo`: the rider's present cash.
 */
export async function readRecord(db: Db, riderId: string, now: Date) {
  const since = addDays(now, -RECORD_DAYS);
  const delivered = sql`${bookingEvents.kind} = 'delivered' and ${stillDelivered(db)}`;
  const [[counts], flagged, cash, differences] = await Promise.all([
    db
      .select({
        delivered: count(delivered),
        onTime: count(
          sql`${delivered} and lagos_day(${bookingEvents.occurredAt}) <= lagos_day(${bookings.estimatedDelivery})`,
        ),
        attempted: count(sql`${bookingEvents.kind} = 'attempted'`),
        denied: count(sql`${attemptAnswers.answer} <> 'right'`),
      })
      .from(bookingEvents)
      .innerJoin(bookings, eq(bookings.id, bookingEvents.bookingId))
      .leftJoin(attemptAnswers, eq(attemptAnswers.eventId, bookingEvents.id))
      .where(and(doneBy(riderId, since), notUndone)),
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
