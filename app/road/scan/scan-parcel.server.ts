/** SCAN-1: setting a status by scanning. */
import { eq } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import {
  bookingTopics,
  lastEvent,
  lockBooking,
  refuseChanged,
} from "../../parcels/bookings/change-booking.server.ts";
import { notSet, setStatus } from "../../parcels/bookings/change-status.server.ts";
import { BOOKING_STATUS_LABELS, type BookingStatus } from "../../domain/delivery-status.ts";
import { placeText, type Place } from "../../domain/states.ts";
import { bookings } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { refuse } from "./messages.ts";
import { scanForm } from "./scan-form.ts";
import type { ScanResponse } from "./scan.ts";

/**
 * Sets the status of the scanned parcel, as `changeStatus` does, on the booking as it was when it was scanned: refuses
 * (`conflict`) where a colleague has changed it since. Refuses what is no code (`invalid`), a code that no booking has
 * (`not_found`), and roles that only read (`forbidden`). A status that it has already is no change.
 */
export const scanParcel = operation({
  name: "scan.set_status",
  by: staff("changeStatus"),
  input: scanForm,
  varying: ["agedMs"],
  on: async ({ tx }, { code }) => {
    const booking = await lockBooking({ tx }, { trackingCode: code });
    return "ok" in booking ? refuse("not_found", "unknown_code") : booking;
  },
  run: async (work, { status, reason, note, agedMs }, booking) => {
    const { tx, actor, at } = work;
    const last = await lastEvent(tx, booking.id);
    const byColleague = last && last.byUserId !== null && last.byUserId !== actor.person.id;
    if (byColleague && last.occurredAt.getTime() > at.getTime() - agedMs) return refuseChanged(tx, booking);
    const { changed, version } = await setStatus(work, booking, { status, reason, note });
    return scanned(booking, status, changed ? { id: booking.id, version, status: booking.status } : null);
  },
  // Where it goes is not stored with the key.
  stored: ({ ok, code, known, back }) => ({ ok, code, known, back }),
  again: async ({ tx }, { status }, { code, back }) => {
    const [booking] = await tx
      .select({ code: bookings.trackingCode, to })
      .from(bookings)
      .where(eq(bookings.trackingCode, code));
    return booking ? scanned(booking, status, back) : refuse("not_found", "unknown_code");
  },
  conflict: (_, { status }) => notSet(status),
  publish: ({ back }, _, booking) => bookingTopics({ changed: back !== null }, booking),
});

const to = { town: bookings.receiverTown, state: bookings.receiverState };

function scanned(
  { code, to: place }: { code: string; to: Place },
  status: BookingStatus,
  back: ScanResponse["back"],
): ScanResponse & { ok: true } {
  const label = BOOKING_STATUS_LABELS[status];
  const text = back
    ? `${label}. To ${placeText(place)}. It was ${BOOKING_STATUS_LABELS[back.status]}.`
    : `Already ${label}: nothing changed. To ${placeText(place)}.`;
  return { ok: true, code, text, known: true, same: !back, back };
}
