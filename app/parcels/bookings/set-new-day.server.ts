/** STATUS-10: staff set a new day for a parcel by hand. */
import { eq, sql } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { refuseOtherHub } from "../../access/own-hub.server.ts";
import { isOnTheWay } from "../../domain/delivery-status.ts";
import { addDays, lagosDay, middayOf } from "../../domain/dates.ts";
import { MOST_NEW_DAYS } from "../../domain/new-day.ts";
import { workingDayFrom } from "../../domain/delivery-days.ts";
import { deliveringHours, hoursOfHub } from "../../domain/places-days.ts";
import { nearDay } from "../../domain/promise.ts";
import { pieces } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { bookingTopics, lockBooking, logBookingChange } from "./change-booking.server.ts";
import { refuse } from "./messages.ts";
import { setDay } from "./move-day.server.ts";
import { newDayForm } from "./new-day-form.ts";

/**
 * Sets a parcel's promised day, with an event (author and reason), a log row, one mail to the sender and a
 * message to the receiver. The first promise is kept. Refuses (field errors) a past day, a day more than
 * thirty days ahead, and a day on which the delivering place is closed. Refuses (conflict) a parcel that is
 * not on its way. A hub clerk sets days only for parcels of their own hub. Choosing the day that is already
 * promised changes nothing.
 */
export const setNewDay = operation({
  name: "bookings.set_new_day",
  by: staff("setNewDay"),
  act: "day_moved",
  input: newDayForm,
  on: lockBooking,
  run: async (work, { id, newDay: day, newDayWhy: why, newDayNote: note }, booking) => {
    const { services, tx, actor, at } = work;
    const places = await tx
      .select({
        holder: sql<string | null>`case when ${pieces.holderKind} = 'hub' then ${pieces.holderId} end`,
        to: pieces.toHubId,
      })
      .from(pieces)
      .where(eq(pieces.bookingId, id));
    const other = await refuseOtherHub(tx, actor, ...places.flatMap(({ holder, to }) => [holder, to]));
    if (other) return other;
    if (!isOnTheWay(booking.status)) return refuse("conflict", "not_on_the_way");
    if (day < lagosDay(at)) return refuse("invalid", "day_over");
    if (day > lagosDay(addDays(at, MOST_NEW_DAYS)))
      return refuse("invalid", "day_far", { most: MOST_NEW_DAYS });
    const rules = await services.daysRules(at, tx);
    // If dispatch chose a hub for the delivery, the hours of that hub count. Otherwise the hours of the hub that serves
    // the receiver's place count. The days that receivers choose follow the same rule.
    const hours = hoursOfHub(rules, places[0]?.to ?? null) ?? deliveringHours(rules, booking.to);
    const works = workingDayFrom(middayOf(day), hours, rules.closed);
    if (works !== day) return refuse("invalid", "day_closed", { next: nearDay(works) });
    const changed = await setDay(work, booking, { day, why, note });
    if (changed) await logBookingChange(work, booking, `new day ${day}`);
    return { ok: true, changed, trackingCode: booking.code, day };
  },
  publish: (done, _, booking) => bookingTopics(done, booking),
});
