/** STATUS-10: moves the promised day, with an event, a mail to the sender and a message to the receiver. */
import { eq } from "drizzle-orm";
import { lagosDay, middayOf } from "../../domain/dates.ts";
import type { Mover } from "../../domain/moved-day.ts";
import type { NewDayReason } from "../../domain/new-day.ts";
import { addEvents } from "../../history/add-events.server.ts";
import { dayMoved, moveDays } from "../../history/moved-days.server.ts";
import { bookings } from "../../platform/db/schema.ts";
import type { Acting } from "../../platform/operations/act.server.ts";
import type { Services } from "../../platform/services.server.ts";

type Moving = Acting & { services: Services };

/**
 * Moves the promised day of parcels to a later day (moved-day.ts). Returns the ids of the moved parcels.
 * `quiet`: no mail or message is sent here, because another message names the new day.
 */
export async function moveDay(
  work: Moving,
  bookingIds: readonly string[],
  mover: Mover,
  { quiet = false }: { quiet?: boolean } = {},
): Promise<string[]> {
  const moved = await moveDays(work, new Map(bookingIds.map((id) => [id, mover])), { quiet });
  await addEvents(work, moved);
  return moved.map(({ bookingId }) => bookingId);
}

/** Sets the promised day of a locked parcel. The first promise is kept. False if the day stays the same. */
export async function setDay(
  work: Moving,
  { id, promisedDay }: { id: string; promisedDay: Date },
  { day, why, note }: { day: string; why: NewDayReason; note: string | null },
): Promise<boolean> {
  if (lagosDay(promisedDay) === day) return false;
  await work.tx
    .update(bookings)
    .set({ movedTo: middayOf(day) })
    .where(eq(bookings.id, id));
  await addEvents(work, [dayMoved(id, day, why, { note })]);
  return true;
}
