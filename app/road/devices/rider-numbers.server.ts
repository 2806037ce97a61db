/** DEVICE-9, REPORT-12: what riders did in a period, for a rider's page and for the report by rider. */
import { and, eq, gt, inArray, isNull, not, notExists, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { DELIVERED } from "../../domain/delivery-status.ts";
import { notUndone, STATUS_KINDS } from "../../history/state-events.server.ts";
import type { Db } from "../../platform/db/client.server.ts";
import {
  acts,
  attemptAnswers,
  bookingEvents,
  bookings,
  exceptions,
  riderDeeds,
  riders,
  runs,
} from "../../platform/db/schema.ts";

/** `end`: the moment at which the period is over; null for a period until now. */
export type Between = { from: Date; end: Date | null };
/** Numbers of bookings. `denied`: the receiver denies the attempt. `differences`: cash differences. */
export type RiderNumbers = {
  key: string;
  name: string;
  delivered: number;
  onTime: number;
  attempted: number;
  denied: number;
  differences: number;
};

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

const moment = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;
const within = (at: SQL, { from, end }: Between): SQL =>
  sql`${at} >= ${moment(from)} ${end ? sql`and ${at} < ${moment(end)}` : sql``}`;
/** The days for which the office enters deeds of a run that is closed, at most. */
const LATE = sql`interval '7 days'`;

/**
 * The events of riders in a period, each with its rider: what the rider's own phone sent, and the events of runs that are theirs
 * now, except what another rider's phone sent before the run was given to them. Of one rider, or of all if null. `which` is a
 * condition on `events`.
 */
export const riderEvents = (between: Between, riderId: string | null, which: SQL = sql`true`): SQL => {
  const from = moment(between.from);
  const sent = sql`${riderDeeds} deeds join ${acts} own on own.deed_id = deeds.deed_id`;
  const isOf = (column: SQL) => (riderId ? sql`${column} = ${riderId}` : sql`${column} is not null`);
  return sql`(
    select events.id, deeds.rider_id from ${sent} join ${bookingEvents} events on events.act_id = own.id
      where ${isOf(sql`deeds.rider_id`)} and deeds.received_at >= ${from}
        and ${within(sql`events.occurred_at`, between)} and events.run_id is not null and ${which}
    union all select events.id, ${runs.riderId} from ${runs} join ${bookingEvents} events on events.run_id = ${runs.id}
      where ${isOf(sql`${runs.riderId}`)} and ${within(sql`events.occurred_at`, between)} and ${which}
        and (${runs.reconciledAt} is null or ${runs.reconciledAt} >= ${from} - ${LATE})
        ${between.end ? sql`and ${runs.day} <= (${moment(between.end)} + ${LATE})::date` : sql``}
        and not exists (select from ${sent} where own.id = events.act_id
          and (deeds.rider_id <> ${runs.riderId} or deeds.received_at >= ${from})))`;
};

/** The numbers of one rider, or of all riders that have any, most delivered first. Undone events do not count. */
export async function countRiders(
  db: Db,
  between: Between,
  riderId: string | null = null,
): Promise<RiderNumbers[]> {
  const delivered = sql`${bookingEvents.kind} = 'delivered' and ${stillDelivered(db)}`;
  const { rows } = await db.execute<RiderNumbers>(sql`
    with of_bookings as (
      select rider_id, booking_id, bool_or(delivered) as delivered, bool_or(delivered and in_time) as on_time, bool_or(attempted) as attempted,
        bool_or(denied) as denied
      from (
        select done.rider_id, ${bookingEvents.bookingId}, ${delivered} as delivered, ${bookingEvents.kind} = 'attempted' as attempted,
          lagos_day(${bookingEvents.occurredAt}) <= lagos_day(${bookings.estimatedDelivery}) as in_time,
          coalesce(${attemptAnswers.answer} <> 'right', false) as denied
        from ${riderEvents(between, riderId)} done join ${bookingEvents} on ${bookingEvents.id} = done.id
          join ${bookings} on ${bookings.id} = ${bookingEvents.bookingId}
          left join ${attemptAnswers} on ${attemptAnswers.eventId} = ${bookingEvents.id}
        where ${bookingEvents.kind} in ('delivered', 'attempted') and ${notUndone}
      ) events group by 1, 2
    ), did as (
      select rider_id, (count(*) filter (where delivered))::int as delivered, (count(*) filter (where on_time))::int as on_time,
        (count(*) filter (where attempted))::int as attempted, (count(*) filter (where denied))::int as denied
      from of_bookings group by 1
    ), differs as (
      select subject, count(*)::int as n from ${exceptions}
      where kind = 'cash_difference' and ${within(sql`opened_at`, between)} ${riderId ? sql`and subject = ${`rider ${riderId}`}` : sql``}
      group by 1
    )
    select r.id as key, r.name, coalesce(delivered, 0) as delivered, coalesce(on_time, 0) as "onTime",
      coalesce(attempted, 0) as attempted, coalesce(denied, 0) as denied, coalesce(n, 0) as differences
    from ${riders} r left join did on did.rider_id = r.id left join differs on differs.subject = 'rider ' || r.id
    where ${riderId ? sql`r.id = ${riderId}` : sql`coalesce(delivered, 0) + coalesce(attempted, 0) + coalesce(n, 0) > 0`}
    order by delivered desc nulls last, r.name, r.id`);
  return rows;
}
