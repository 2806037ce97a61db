/** STATUS-10: moves the promised days of parcels, and makes the events about the moves. */
import { asc, inArray, sql } from "drizzle-orm";
import { lagosDay, middayOf } from "../domain/dates.ts";
import { isOnTheWay } from "../domain/delivery-status.ts";
import { movedDay, moverOf, type Mover } from "../domain/moved-day.ts";
import type { NewDayReason } from "../domain/new-day.ts";
import type { Tx } from "../platform/db/client.server.ts";
import { bookingEvents, bookings, pieces, receiverChoices } from "../platform/db/schema.ts";
import type { Acting } from "../platform/operations/act.server.ts";
import type { Services } from "../platform/services.server.ts";
import type { DoneBooking, EventRow, NewEvent, Written } from "./events.server.ts";
import { notUndone } from "./state-events.server.ts";

type Moving = Acting & { services: Pick<Services, "daysRules"> };

/**
 * Moves the promised days of parcels that are on their way to the receivers, and returns the events to add. The first
 * promised day stays, because reports use it. If a day does not change, no event is added, so each new day is announced
 * once. Locks the rows of the bookings in the order of their codes. `quiet`: true if another message informs the sender
 * and the receiver.
 */
export async function moveDays(
  { services, tx, act }: Moving,
  movers: ReadonlyMap<string, Mover>,
  { quiet = false }: { quiet?: boolean } = {},
): Promise<NewEvent<"day_moved">[]> {
  if (movers.size === 0) return [];
  const rows = await tx
    .select({
      id: bookings.id,
      status: bookings.status,
      promised: bookings.promisedDay,
      first: bookings.estimatedDelivery,
      town: bookings.receiverTown,
      state: bookings.receiverState,
      // True if the receiver chose the day. Such a day stays when the parcel is on its way again.
      isChosen: sql<boolean>`exists (select from ${receiverChoices} c where c.booking_id = bookings.id and c.day is not null and c.ended_at is null)`,
      returning: sql<boolean>`exists (select from ${pieces} p where p.booking_id = bookings.id and p.returning)`,
      movedWhy: sql<NewDayReason | null>`(select e.new_day_why from ${bookingEvents} e
        where e.booking_id = bookings.id and e.kind = 'day_moved'
        and not exists (select from booking_events u where u.booking_id = e.booking_id and u.undoes = e.id) order by e.id desc limit 1)`,
    })
    .from(bookings)
    .where(sql`${bookings.id} = any(${sql.param([...movers.keys()])}::uuid[])`)
    .orderBy(asc(bookings.trackingCode))
    .for("no key update", { of: bookings });
  const rules = await services.daysRules(act.at, tx);
  const moved = rows.flatMap(({ id, status, returning, isChosen, promised, first, movedWhy, ...to }) => {
    const mover = movers.get(id)!;
    if (!isOnTheWay(status) || returning || (isChosen && mover.why === "again")) return [];
    const days = { promised: lagosDay(promised), first: lagosDay(first) };
    const day = movedDay(rules, mover, { ...days, movedWhy, to });
    return day === null ? [] : [{ id, day, why: mover.why }];
  });
  for (const [day, some] of Map.groupBy(moved, (one) => one.day))
    await tx
      .update(bookings)
      .set({ movedTo: middayOf(day) })
      .where(sql`${bookings.id} = any(${sql.param(some.map(({ id }) => id))}::uuid[])`);
  return moved.map(({ id, day, why }) => dayMoved(id, day, why, { quiet }));
}

export const dayMoved = (
  bookingId: string,
  newDay: string,
  newDayWhy: NewDayReason,
  more: Pick<NewEvent, "note" | "quiet">,
): NewEvent<"day_moved"> => ({ bookingId, kind: "day_moved", newDay, newDayWhy, ...more });

/**
 * After the undo of a move, restores the promised day of a booking: the newest day that another move or the receiver
 * set and that still applies, or else the first promised day. The day of a move no longer applies after a correction
 * that anybody but staff made.
 */
export async function restoreDays(tx: Tx, undone: readonly EventRow[]): Promise<void> {
  const ids = undone.flatMap(({ kind, bookingId }) => (kind === "day_moved" ? [bookingId] : []));
  if (ids.length === 0) return;
  await tx.execute(sql`update ${bookings} set moved_to = (
    select (said.day + time '12:00') at time zone 'Africa/Lagos' from (
      select new_day as day, received_at as at from ${bookingEvents} where booking_id = ${bookings.id} and kind = 'day_moved' and ${notUndone}
        and not exists (select from booking_events c where c.booking_id = ${bookings.id} and c.id > ${bookingEvents.id} and c.kind = 'corrected' and c.by_user_id is null)
      union all select day, made_at from ${receiverChoices} where booking_id = ${bookings.id} and day is not null and ended_at is null
    ) said order by said.at desc limit 1) where ${inArray(bookings.id, ids)}`);
}

/**
 * Returns the events about new days that follow from counted events: a parcel goes out, waits for collection, or is on
 * its way again. The sender and the receiver are informed by the counted event itself.
 */
export async function daysThatFollow(
  work: Moving,
  counting: readonly Written[],
  done: ReadonlyMap<string, DoneBooking>,
): Promise<NewEvent<"day_moved">[]> {
  const movers = new Map(
    counting.flatMap((one): [string, Mover][] => {
      const mover = moverOf(one.row, done.get(one.row.bookingId)!, work.act.at);
      return mover ? [[one.row.bookingId, mover]] : [];
    }),
  );
  return moveDays(work, movers, { quiet: true });
}
