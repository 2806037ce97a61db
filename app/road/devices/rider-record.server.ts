/** DEVICE-9: a rider's recent deeds, and those that dispatch should review. For staff with `readRoad`. */
import { and, desc, eq, gt, gte, inArray, isNull, not, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { addDays } from "../../domain/dates.ts";
import { DELIVERED } from "../../domain/delivery-status.ts";
import { cashOf } from "../../money/cash-ledger/cash-ledger.server.ts";
import { notUndone, STATUS_KINDS } from "../../parcels/custody/state-events.server.ts";
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
      .innerJoin(runs, eq(runs.id, bookingEvents.runId))
      .innerJoin(bookings, eq(bookings.id, bookingEvents.bookingId))
      .leftJoin(attemptAnswers, eq(attemptAnswers.eventId, bookingEvents.id))
      .where(and(eq(runs.riderId, riderId), gte(bookingEvents.occurredAt, since), notUndone)),
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
