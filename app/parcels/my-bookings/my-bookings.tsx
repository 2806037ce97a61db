/** 'My Bookings': a card for each booking, with a link to the track page. */
import { pageLinks } from "../../platform/http/query.ts";
import { Link } from "react-router";
import { cutText } from "../../platform/http/cut.ts";
import { formatDate, formatDateTime } from "../../domain/dates.ts";
import { saidDay } from "../../domain/promise.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Pager } from "../../ui/pager.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { isLate } from "../../domain/booking.ts";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import type { ListedBooking, MyBooking } from "./my-bookings.server.ts";
import { ANSWER_HERE } from "../bookings/ask-receiver.tsx";
import { BookingStatusBadge } from "../bookings/booking-status-badge.tsx";
import { FIRST_STATUS, isUndelivered } from "../../domain/delivery-status.ts";

const ADDRESS_CHARACTERS = 30;
const ACTION = "inline-flex min-h-11 items-center font-semibold underline underline-offset-4";

/** `today` is the start of the current Lagos day. */
type Props = { rows: MyBooking[]; today: Date; previous: string | null; next: string | null };

export function MyBookings({ rows, today, previous, next }: Props) {
  if (rows.length === 0) {
    return (
      <EmptyState
        title="No bookings yet"
        text="Your parcels appear here as soon as you book one."
        action={<ButtonLink to="/book">Book a Delivery</ButtonLink>}
      />
    );
  }
  return (
    <>
      <BookingCards rows={rows} today={today} />
      <Pager {...pageLinks("", { previous, next })} />
    </>
  );
}

export function BookingCards({ rows, today }: Pick<Props, "rows" | "today">) {
  return (
    <ul className="grid gap-3">
      {rows.map((row) => (
        <li key={row.id}>
          <BookingCard row={row} today={today} />
        </li>
      ))}
    </ul>
  );
}

/** Returns the day of a parcel's arrival, and the words before it. A failed parcel has no day (TRACK-10). */
export function arrivalOf(
  row: Pick<ListedBooking, "status" | "deliveredAt" | "promisedDay">,
  today: Date,
): [string, string] | null {
  if (isUndelivered(row.status)) return null;
  if (row.deliveredAt) return ["Delivered", formatDate(row.deliveredAt)];
  return [isLate(row, today) ? "Was due" : "Expected by", saidDay(row.promisedDay)];
}

/** Names a parcel for screen readers by receiver and code, because a sender may send one person several parcels. */
const toOf = ({ receiverName, trackingCode }: MyBooking): string =>
  `${receiverName}, ${readableTrackingCode(trackingCode)}`;

/** Draws what the sender can do with a pending booking. A booking with a printed label cannot be changed. */
function ChangeAndCancel({ row }: { row: MyBooking }) {
  return (
    <>
      {row.labelPrintedAt === null && (
        <Link
          to={`/bookings/${row.trackingCode}`}
          aria-label={`Change the parcel to ${toOf(row)}`}
          className={ACTION}
        >
          Change
        </Link>
      )}
      <Link
        to={`/bookings/${row.trackingCode}?cancel=1`}
        aria-label={`Cancel the parcel to ${toOf(row)}`}
        className={ACTION}
      >
        Cancel
      </Link>
    </>
  );
}

function BookingCard({ row, today }: { row: MyBooking; today: Date }) {
  const arrival = arrivalOf(row, today);
  const late = isLate(row, today);
  return (
    <article className="relative bg-card p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h3 className="font-display text-lg font-bold tracking-wide tabular-nums">
          <Link
            to={`/track?code=${row.trackingCode}`}
            prefetch="intent"
            className="underline decoration-2 underline-offset-4 after:absolute after:inset-0"
          >
            {readableTrackingCode(row.trackingCode)}
          </Link>
        </h3>
        <BookingStatusBadge status={row.status} />
      </div>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <dt className="text-muted">From</dt>
        <dd className="line-clamp-2">{cutText(row.senderAddress, ADDRESS_CHARACTERS)}</dd>
        <dt className="text-muted">To</dt>
        <dd className="line-clamp-2">
          {row.receiverName}, {cutText(row.receiverAddress, ADDRESS_CHARACTERS)}
        </dd>
        <dt className="text-muted">Booked</dt>
        <dd>{formatDateTime(row.createdAt)}</dd>
        {arrival && (
          <>
            <dt className={late ? "font-semibold text-stop" : "text-muted"}>{arrival[0]}</dt>
            <dd className={late ? "font-semibold text-stop" : undefined}>{arrival[1]}</dd>
          </>
        )}
      </dl>
      <p className="relative z-10 mt-1 flex flex-wrap gap-x-6">
        <Link
          to={`/book?again=${row.trackingCode}`}
          aria-label={`Send again to ${toOf(row)}`}
          className={ACTION}
        >
          Send again
        </Link>
        {row.answer && (
          <a href={row.answer} aria-label={`${ANSWER_HERE}, ${toOf(row)}`} className={ACTION}>
            {ANSWER_HERE}
          </a>
        )}
        {row.toReceiver && (
          <a
            href={row.toReceiver}
            target="_blank"
            rel="noopener"
            aria-label={`Send to receiver on WhatsApp, ${toOf(row)}`}
            className={ACTION}
          >
            Send to receiver on WhatsApp
          </a>
        )}
        {row.status === FIRST_STATUS && <ChangeAndCancel row={row} />}
      </p>
    </article>
  );
}
