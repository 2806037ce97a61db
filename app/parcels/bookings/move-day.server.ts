/** STATUS-10: moves the day that is said of parcels, with an event, a mail to the sender and news to the receiver. */
import { asc, inArray, sql } from "drizzle-orm";
import { isOnTheWay } from "../../domain/delivery-status.ts";
import { lagosDay, middayOf } from "../../domain/dates.ts";
import { addEvents } from "../../history/add-events.server.ts";
import type { NewDayReason } from "../../domain/new-day.ts";
import { bookings } from "../../platform/db/schema.ts";
import type { Work } from "../../platform/operations/operation.server.ts";

type Moving = Pick<Work<unknown>, "services" | "tx" | "at" | "act">;
type NewDay = {
  /** The day, 'yyyy-MM-dd'. */
  day: string;
  why: NewDayReason;
  note?: string | null;
  /** True for the desk: the day may also be an earlier one. The road moves days only to later ones. */
  anyWay?: boolean;
  /** True if something else tells sender and receiver of this act. */
  quiet?: boolean;
};

/**
 * Moves the promised day of parcels that are on their way; the first promise stays, so that reports count by it. A parcel
 * that has this day already is left alone, so each new day is mailed once. Locks the rows of the bookings in the order of
 * their codes. Returns the codes of those that moved.
 */
export async function moveDay(
  work: Moving,
  bookingIds: readonly string[],
  { day, why, note = null, anyWay = false, quiet = false }: NewDay,
): Promise<string[]> {
  if (bookingIds.length === 0) return [];
  const { tx } = work;
  const rows = await tx
    .select({
      id: bookings.id,
      code: bookings.trackingCode,
      status: bookings.status,
      promisedDay: bookings.promisedDay,
    })
    .from(bookings)
    .where(sql`${bookings.id} = any(${sql.param([...bookingIds])}::uuid[])`)
    .orderBy(asc(bookings.trackingCode))
    .for("no key update");
  const moved = rows.filter(({ status, promisedDay }) => {
    const said = lagosDay(promisedDay);
    return isOnTheWay(status) && (anyWay ? said !== day : said < day);
  });
  if (moved.length === 0) return [];
  const ids = moved.map(({ id }) => id);
  await tx
    .update(bookings)
    .set({ movedTo: middayOf(day) })
    .where(inArray(bookings.id, ids));
  await addEvents(
    work,
    moved.map(({ id }) => ({
      ...{ bookingId: id, kind: "day_moved" as const },
      ...{ newDay: day, newDayWhy: why, note, quiet },
    })),
  );
  return moved.map(({ code }) => code);
}
