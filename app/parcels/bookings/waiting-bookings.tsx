/** The unsent bookings of this browser. The list appears once the browser's storage is read. */
import { useEffect, useRef } from "react";
import { formatDateTime } from "../../domain/dates.ts";
import { useStored } from "../../offline/use-stored.ts";
import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/toast.tsx";
import { cancelQueued, hasDraft, ownBookings, type QueuedBooking } from "./queued-bookings.ts";

/** If `justNow` changes, a booking has just entered the queue, and the list takes the focus. */
export function WaitingBookings({ justNow = null }: { justNow?: string | null }) {
  const waiting = useStored(ownBookings);
  const heading = useRef<HTMLHeadingElement>(null);
  const some = waiting.length > 0;
  useEffect(() => {
    if (justNow && some) heading.current?.focus();
  }, [justNow, some]);
  return (
    <div aria-live="polite">
      {some && (
        <section aria-labelledby="waiting" className="mt-6 border-l-8 border-danfo bg-card p-4">
          <h2 id="waiting" ref={heading} tabIndex={-1} className="font-display text-xl font-bold">
            {waiting.length === 1 ? "1 booking not sent yet" : `${waiting.length} bookings not sent yet`}
          </h2>
          <ul className="mt-2">
            {waiting.map((booking) => (
              <WaitingBooking key={booking.key} booking={booking} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function WaitingBooking({ booking }: { booking: QueuedBooking }) {
  const { fields, state, reason, key } = booking;
  const refused = state === "refused";
  const back = async () => {
    const replaces = !fields["order"] && hasDraft();
    if (replaces && !window.confirm("The form has another booking in it. Replace it?")) return;
    const form = await cancelQueued(key).catch(() => undefined);
    if (form) window.location.assign(form);
    else if (form === null) showToast({ title: "Sent already", text: "We already have this booking." });
    else showToast({ tone: "bad", title: "Could not cancel", text: "Try again in a moment." });
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-3 last:border-b-0">
      <div className="min-w-0">
        <p className="font-semibold">
          {fields["packageDescription"]} for {fields["receiverName"]}
        </p>
        <p className="text-sm text-muted">{formatDateTime(new Date(booking.at))}</p>
        <p className="mt-1">
          {refused
            ? `Booking failed. ${reason ?? "There was a problem with your submission."} Open the booking, correct it and send it again.`
            : "We send this booking once you have network, and book it only once."}
        </p>
      </div>
      <Button variant="secondary" size="sm" onClick={() => void back()}>
        {refused ? "Open in the form" : "Edit or cancel this booking"}
        <span className="sr-only">
          : {fields["packageDescription"]} for {fields["receiverName"]}
        </span>
      </Button>
    </li>
  );
}
