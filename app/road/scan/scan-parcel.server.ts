/** SCAN-1: a scan sets the status of a parcel. */
import { eq } from "drizzle-orm";
import { staff } from "../../access/by.server.ts";
import { formatTimeNear } from "../../domain/dates.ts";
import { BOOKING_STATUS_LABELS, type BookingStatus } from "../../domain/delivery-status.ts";
import { EVENT_FACTS } from "../../domain/event-kinds.ts";
import { placeText, type TownAndState } from "../../domain/states.ts";
import { bookingTopics, lockBooking } from "../../parcels/bookings/change-booking.server.ts";
import { notSet, setStatusAt } from "../../parcels/bookings/change-status.server.ts";
import { newestAfter, type NewerEvent } from "../../history/newest-after.server.ts";
import { bookings } from "../../platform/db/schema.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { refuse } from "./messages.ts";
import { scanForm } from "./scan-form.ts";
import { scanAnswerOf, type ScanDone, type StatusBack } from "./scan.ts";

/**
 * Sets the status of the scanned parcel, as `changeStatus` does, at the time of the scan. A scan that is sent late gets
 * the time at which it was made. Events after that time stay valid, and the answer reports them (SCAN-5). A scan whose
 * time is before the booking gets the time of the booking. If the parcel already has the status, nothing changes.
 * Refuses a text that is not a code (`invalid`), an unknown code (`not_found`), and roles that may only read
 * (`forbidden`).
 */
export const scanParcel = operation({
  name: "scan.set_status",
  by: staff("changeStatus"),
  act: { kind: "status_set", source: "scan" },
  input: scanForm,
  varying: ["agedMs"],
  on: async ({ tx }, { code }) => {
    const booking = await lockBooking({ tx }, { trackingCode: code });
    return "ok" in booking ? refuse("not_found", "unknown_code") : booking;
  },
  run: async (work, { status, reason, note, agedMs }, booking) => {
    const scannedAt = new Date(work.at.getTime() - agedMs);
    const { changed, version, occurredAt, newer } = await setStatusAt(
      work,
      booking,
      { status, reason, note },
      { occurredAt: scannedAt, method: "scan" },
    );
    const back = changed ? { id: booking.id, version, status: booking.status } : null;
    const bookedThen = occurredAt > scannedAt;
    return {
      ...scanned(booking, status, { back, occurredAt, bookedThen, newer, now: work.at }),
      occurredAt,
      bookedThen,
    };
  },
  // The stored result contains no names and nothing that may change later. If the same scan is sent again, the
  // destination and newer events are read again (`again`).
  stored: ({ ok, code, known, back, occurredAt, bookedThen }) => ({
    ok,
    code,
    known,
    back,
    occurredAt,
    bookedThen,
  }),
  again: async ({ tx, at }, { status }, { code, back, bookedThen, ...first }) => {
    const [booking] = await tx
      .select({ id: bookings.id, code: bookings.trackingCode, to })
      .from(bookings)
      .where(eq(bookings.trackingCode, code));
    if (!booking) return refuse("not_found", "unknown_code");
    const occurredAt = new Date(first.occurredAt);
    const newer = await newestAfter(tx, booking.id, occurredAt);
    return {
      ...scanned(booking, status, { back, occurredAt, bookedThen, newer, now: at }),
      occurredAt,
      bookedThen,
    };
  },
  conflict: (_, { status }) => notSet(status),
  publish: ({ back }, _, booking) => bookingTopics({ changed: back !== null }, booking),
});

const to = { town: bookings.receiverTown, state: bookings.receiverState };

type When = {
  back: StatusBack | null;
  occurredAt: Date;
  bookedThen: boolean;
  newer: NewerEvent | null;
  now: Date;
};

function scanned(
  { code, to: place }: { code: string; to: TownAndState },
  status: BookingStatus,
  { back, occurredAt, bookedThen, newer, now }: When,
): ScanDone & { back: StatusBack | null } {
  const label = BOOKING_STATUS_LABELS[status];
  const where = `To ${placeText(place)}.`;
  const dated = `${formatTimeNear(occurredAt, now)}${bookedThen ? ", when it was booked" : ""}`;
  const since = newer ? ` Newer: ${newerText(newer, now)}.` : "";
  const text = !back
    ? `Already ${label}: nothing changed.${since} ${where}`
    : newer
      ? `Kept for ${dated}.${since} ${where}`
      : `${label}${bookedThen ? ` since ${dated}` : ""}. ${where} It was ${BOOKING_STATUS_LABELS[back.status]}.`;
  const word = !back ? `Already ${label}` : newer ? "Kept" : label;
  const tone = !back || newer ? "same" : "yes";
  return { ...scanAnswerOf(code, { word, text, tone }), back };
}

/**
 * Describes an event that is newer than the scan: 'Ada set Delivered at 2:20 pm', or the event's name with time and
 * person.
 */
function newerText({ kind, toStatus, byName, occurredAt }: NewerEvent, now: Date): string {
  const time = formatTimeNear(occurredAt, now);
  const who = byName ?? "The sender";
  return kind === "status_set"
    ? `${who} set ${BOOKING_STATUS_LABELS[toStatus]} at ${time}`
    : `${EVENT_FACTS[kind].name} at ${time}, by ${who}`;
}
