/** The parts that all changes of a booking share: the lock of its row, its version, and the activity log. */
import { and, desc, eq, notInArray, sql } from "drizzle-orm";
import { logBooking } from "../../access/record-activity.server.ts";
import type { Admin, Customer, Guest } from "../../access/actor.ts";
import { lockedForDeeds } from "../../history/booking-rows.server.ts";
import type { ActivityAction } from "../../domain/activity-actions.ts";
import { BOOKING_STATUS_LABELS, type BookingStatus } from "../../domain/delivery-status.ts";
import { MONEY_EVENT_KINDS, STAFF_EVENT_KIND } from "../../domain/event-kinds.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { bookings, bookingEvents, orders } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import type { Work } from "../../platform/operations/operation.server.ts";
import { refuse } from "./messages.ts";

/** `changed` is false if nothing was written. `version` and `status` are the values after the change. */
export type Changed = {
  ok: true;
  changed: boolean;
  trackingCode: string;
  version: number;
  status: BookingStatus;
};

export type LockedBooking = Exclude<Awaited<ReturnType<typeof lockBooking>>, Refusal>;

export async function lockBooking({ tx }: { tx: Tx }, by: { id: string } | { trackingCode: string }) {
  const [row] = await tx
    .select({
      ...lockedForDeeds,
      dropOffHubId: bookings.dropOffHubId,
      createdAt: bookings.createdAt,
      promisedDay: bookings.promisedDay,
      to: { town: bookings.receiverTown, state: bookings.receiverState },
      orderId: bookings.orderId,
      storeId: orders.storeId,
    })
    .from(bookings)
    .leftJoin(orders, eq(orders.id, bookings.orderId))
    .where("id" in by ? eq(bookings.id, by.id) : eq(bookings.trackingCode, by.trackingCode))
    .for("no key update", { of: bookings })
    .prepare("id" in by ? "lock_booking" : "lock_booking_by_code")
    .execute();
  return row ?? refuse("not_found", "unknown_booking");
}

/** Returns the live topics of pages with the booking or its store's order. Empty if nothing changed. */
export function bookingTopics(
  { changed }: { changed: boolean },
  { code, orderId, storeId }: LockedBooking,
): Topic[] {
  if (!changed) return [];
  const order: Topic[] = orderId && storeId ? [`order:${orderId}`, `store:${storeId}`] : [];
  return [`booking:${code}`, "bookings", ...order];
}

/**
 * Finds the newest event that may have changed a value of the booking. `more` is an additional condition. Leaves out:
 * - events about money and the team's notes, which change no value
 * - new days, because another event causes each new day
 */
export async function lastEvent(tx: Tx, bookingId: string, more = sql`true`) {
  const [last] = await tx
    .select()
    .from(bookingEvents)
    .where(
      and(
        eq(bookingEvents.bookingId, bookingId),
        notInArray(bookingEvents.kind, [...MONEY_EVENT_KINDS, STAFF_EVENT_KIND, "day_moved"]),
        more,
      ),
    )
    .orderBy(desc(bookingEvents.id))
    .limit(1);
  return last ?? null;
}

/** Refuses a change, and names the person who changed the booking meanwhile and what that person did. */
export async function refuseChanged(tx: Tx, booking: LockedBooking): Promise<Refusal<"conflict">> {
  const last = await lastEvent(tx, booking.id);
  const did =
    last?.kind === "corrected"
      ? "corrected its details"
      : `changed it to ${BOOKING_STATUS_LABELS[booking.status]}`;
  return refuse("conflict", "changed_meanwhile", { who: last?.byName ?? "Someone else", did });
}

export type Changer = Admin | Customer | Guest;

/** Logs a change by staff. Does nothing for a change by the sender, which is in the booking's history. */
export async function logBookingChange(
  { tx, actor, at }: Pick<Work<Changer>, "tx" | "actor" | "at">,
  { id, code }: Pick<LockedBooking, "id" | "code">,
  description: string,
  action: ActivityAction = "update_booking",
): Promise<void> {
  if (actor.kind === "admin") await logBooking({ tx, actor, at }, id, action, `${code}: ${description}`);
}
