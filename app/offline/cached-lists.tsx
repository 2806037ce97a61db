/** The outbox and the last parcels. Both belong to this browser and appear once its storage is read. */
import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { readableTrackingCode } from "../domain/tracking-code.ts";
import { BookingStatusBadge } from "../bookings/booking-status-badge.tsx";
import { formatDate, formatDateTime } from "../domain/dates.ts";
import { deviceOwner } from "../ui/device-owner.ts";
import { Button } from "../ui/button.tsx";
import { showToast } from "../ui/toast.tsx";
import { forgetParcels } from "./browser-store.ts";
import { hasDraft, cancelQueued } from "./outbox-form.ts";
import { useLastParcels, useWaiting } from "./use-cached.ts";
import type { Waiting } from "./outbox.ts";

/** `justNow` changes when a booking has just been added to the outbox: the focus moves here then. */
export function WaitingBookings({ justNow = null }: { justNow?: string | null }) {
  const waiting = useWaiting();
  const heading = useRef<HTMLHeadingElement>(null);
  const some = waiting.length > 0;
  useEffect(() => {
    if (justNow && some) heading.current?.focus();
  }, [justNow, some]);
  return (
    <div aria-live="polite">
      {some && (
        <section
          aria-labelledby="waiting"
          className="mt-6 border-2 border-l-8 border-danfo bg-card px-4 py-4"
        >
          <h2 id="waiting" ref={heading} tabIndex={-1} className="font-display text-xl font-bold">
            {waiting.length === 1 ? "1 booking not sent yet" : `${waiting.length} bookings not sent yet`}
          </h2>
          <ul className="mt-2 divide-y-2 divide-dashed divide-line">
            {waiting.map((booking) => (
              <WaitingBooking key={booking.key} booking={booking} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function WaitingBooking({ booking }: { booking: Waiting }) {
  const { fields, refused, reason, key } = booking;
  const back = async () => {
    const replaces = !fields["order"] && hasDraft();
    if (replaces && !window.confirm("The form has another booking in it. Replace it?")) return;
    const form = await cancelQueued(key).catch(() => undefined);
    if (form) window.location.assign(form);
    else if (form === null) showToast({ title: "Sent already", text: "We already have this booking." });
    else showToast({ tone: "bad", title: "Could not cancel", text: "Try again in a moment." });
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="font-semibold">
          {fields["packageDescription"]} for {fields["receiverName"]}
        </p>
        <p className="text-sm text-muted">{formatDateTime(new Date(booking.at))}</p>
        <p className="mt-1">
          {refused
            ? `Booking failed. ${reason ?? "There was a problem with your submission."} Open it, correct it and send it again.`
            : "It will go once you have network. It will be booked only once."}
        </p>
      </div>
      <Button variant="secondary" size="sm" onClick={() => void back()}>
        {refused ? "Open in the form" : "Edit or cancel this booking"}
      </Button>
    </li>
  );
}

/** `wanted` is the code that could not be loaded: its parcel comes first. */
export function LastParcels({ wanted = null }: { wanted?: string | null }) {
  const kept = useLastParcels();
  if (kept.length === 0) return null;
  const parcels = [...kept].sort((a, b) => Number(b.code === wanted) - Number(a.code === wanted));
  return (
    <section aria-labelledby="last-parcels" className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="last-parcels" className="font-display text-xl font-bold">
          Your last parcels
        </h2>
        <Button variant="quiet" size="sm" onClick={() => void forgetParcels(deviceOwner())}>
          Clear this list
        </Button>
      </div>
      <ul className="mt-3 grid gap-3 sm:grid-cols-2">
        {parcels.map(({ code, status, from, to, estimatedDelivery, seenAt }) => (
          <li key={code} className="border-2 border-ink bg-card px-4 py-3">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <Link
                to={`/track?code=${code}`}
                className="inline-flex min-h-11 items-center font-display text-lg font-bold tracking-wide tabular-nums underline underline-offset-4"
              >
                {readableTrackingCode(code)}
              </Link>
              <BookingStatusBadge status={status} />
            </div>
            {from && to && (
              <p className="mt-1">
                {from} → {to}
              </p>
            )}
            {estimatedDelivery !== null && status !== "delivered" && status !== "failed" && (
              <p>Expected by {formatDate(new Date(estimatedDelivery))}</p>
            )}
            <p className="text-sm text-muted">Seen {formatDateTime(new Date(seenAt))}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
