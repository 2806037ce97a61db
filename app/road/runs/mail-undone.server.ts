/** STATUS-8, DEED-10: the mails to senders about bookings whose status an undo or a correction changed. */
import { and, eq, gt, inArray } from "drizzle-orm";
import { EVENT_FACTS } from "../../domain/event-kinds.ts";
import { notifyAll } from "../../notifications/notify.server.ts";
import type { DoneBooking } from "../../history/events.server.ts";
import { bookingEvents, bookings } from "../../platform/db/schema.ts";
import type { EntryWork } from "./enter-deeds.server.ts";

/**
 * Mails the senders of undone bookings whose status is no longer the one before the undo. A booking is left out if what
 * was entered in place of the undone deed is mailed: its sender would read two states, in any order.
 */
export async function mailUndone(
  { services, tx }: Pick<EntryWork, "services" | "tx">,
  undone: readonly DoneBooking[],
): Promise<void> {
  if (undone.length === 0) return;
  const rows = await tx
    .select({ id: bookings.id, status: bookings.status, kind: bookingEvents.kind })
    .from(bookings)
    .leftJoin(
      bookingEvents,
      and(
        eq(bookingEvents.bookingId, bookings.id),
        gt(bookingEvents.id, Math.max(...undone.map(({ eventId }) => eventId))),
      ),
    )
    .where(
      inArray(
        bookings.id,
        undone.map(({ id }) => id),
      ),
    );
  const untold = undone.filter(({ id, before }) =>
    rows
      .filter((row) => row.id === id)
      .every(({ status, kind }) => status !== before && !(kind && isMailed(kind, status))),
  );
  await notifyAll(
    services,
    tx,
    "status_changed",
    untold.map(({ id, eventId }) => ({ bookingId: id, eventId })),
  );
}

/** True if `addEvents` mails an event of this kind to the sender of a booking that has this status after it. */
const isMailed = (kind: keyof typeof EVENT_FACTS, status: DoneBooking["status"]): boolean =>
  EVENT_FACTS[kind].mail === "status_changed" && EVENT_FACTS[kind].leadsTo === status;
