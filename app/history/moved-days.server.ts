/** STATUS-10: the promised days that move, with the events that say so. */
import { asc, sql } from "drizzle-orm";
import { lagosDay, middayOf } from "../domain/dates.ts";
import { isOnTheWay, isUndelivered } from "../domain/delivery-status.ts";
import type { EventKind } from "../domain/event-kinds.ts";
import { movedDay, type Mover } from "../domain/moved-day.ts";
import type { NewDayReason } from "../domain/new-day.ts";
import { bookingEvents, bookings, pieces, receiverChoices } from "../platform/db/schema.ts";
import type { Acting } from "../platform/operations/act.server.ts";
import type { Services } from "../platform/services.server.ts";
import type { DoneBooking, NewEvent, Written } from "./events.server.ts";

type Moving = Acting & { services: Pick<Services, "daysRules"> };

/**
 * Moves the promised days of parcels that are on their way to their receivers, and returns the events to add. The first
 * promise stays, so that reports count by it. A parcel whose day does not change is left out, so each new day is told
 * once. Locks the rows of the bookings in the order of their codes. `quiet`: something else tells sender and receiver.
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
      // The day that the receiver chose stands, also where the parcel waited before.
      isChosen: sql<boolean>`exists (select from ${receiverChoices} c where c.booking_id = bookings.id and c.day is not null and c.ended_at is null)`,
      returning: sql<boolean>`exists (select from ${pieces} p where p.booking_id = bookings.id and p.returning)`,
      movedWhy: sql<NewDayReason | null>`(select e.new_day_why from ${bookingEvents} e
        where e.booking_id = bookings.id and e.kind = 'day_moved' order by e.id desc limit 1)`,
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

/** The event of a day that moved. */
export const dayMoved = (
  bookingId: string,
  newDay: string,
  newDayWhy: NewDayReason,
  more: Pick<NewEvent, "note" | "quiet">,
): NewEvent<"day_moved"> => ({ bookingId, kind: "day_moved", newDay, newDayWhy, ...more });

/** The kinds by which a parcel that failed is on its way again. */
const AGAIN = new Set<EventKind>(["arrived_at_hub", "left_hub", "status_set"]);

/** What an event moves the day by; null for one that moves none. */
function moverOf({ row, act }: Written, { before, status }: DoneBooking): Mover | null {
  if (!isOnTheWay(status)) return null;
  const { kind, occurredAt = act.at, hubId = null, runId } = row;
  if (kind === "out_for_delivery") return { why: "run", day: lagosDay(occurredAt) };
  if (kind === "held_for_collection") return { why: "hold", at: occurredAt, hubId };
  // A run on which it was planned again has its own day.
  if (kind === "rescheduled") return runId ? null : { why: "again", at: act.at };
  return AGAIN.has(kind) && isUndelivered(before) ? { why: "again", at: act.at } : null;
}

/**
 * The new days that follow from events that count, as events to add: a parcel that goes out, that waits to be collected,
 * or that is on its way again. The event itself tells sender and receiver.
 */
export async function daysThatFollow(
  work: Moving,
  counting: readonly Written[],
  done: ReadonlyMap<string, DoneBooking>,
): Promise<NewEvent<"day_moved">[]> {
  const movers = new Map(
    counting.flatMap((one): [string, Mover][] => {
      const mover = moverOf(one, done.get(one.row.bookingId)!);
      return mover ? [[one.row.bookingId, mover]] : [];
    }),
  );
  return moveDays(work, movers, { quiet: true });
}
