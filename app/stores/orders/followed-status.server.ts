/** ORDER-10: SQL for the status of an order's delivery. The query must join the booking. */
import { and, eq, inArray, notInArray, or, sql } from "drizzle-orm";
import { FIRST_STATUS, UNDELIVERED_STATUSES, type BookingStatus } from "../../domain/delivery-status.ts";
import { ROAD_KINDS } from "../../domain/event-kinds.ts";
import { notUndone } from "../../history/state-events.server.ts";
import { bookingEvents, bookings } from "../../platform/db/schema.ts";

/**
 * Matches bookings with an event that says that the parcel left the sender. The holder of a piece cannot tell this: if
 * staff set a status by hand, the sender stays the holder (CUSTODY-3).
 */
const saysLeft = or(
  inArray(bookingEvents.kind, [...ROAD_KINDS]),
  and(
    eq(bookingEvents.kind, "status_set"),
    notInArray(bookingEvents.toStatus, [FIRST_STATUS, ...UNDELIVERED_STATUSES]),
  ),
);

/**
 * The status of the order's booking. If the delivery failed before the pickup, the result is Pending. The subquery has
 * `limit 1`: with `exists`, PostgreSQL may read the events of all bookings for one page.
 */
export const followedStatus = sql<BookingStatus | null>`case
  when ${inArray(bookings.status, UNDELIVERED_STATUSES)} and (
    select ${bookingEvents.id} from ${bookingEvents}
    where ${bookingEvents.bookingId} = ${bookings.id} and ${saysLeft} and ${notUndone} limit 1) is null
  then ${FIRST_STATUS} else ${bookings.status} end`;
