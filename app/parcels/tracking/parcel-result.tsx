/** The answer to 'where is it': when it comes, how far it is, and what happened last. */
import type { ReactNode } from "react";
import { MessageCircle, Phone } from "lucide-react";
import { BookingStatusBadge } from "../bookings/booking-status-badge.tsx";
import {
  BOOKING_STATUS_LABELS,
  type BookingStatus,
  DELIVERED,
  FIRST_STATUS,
  isUndelivered,
  needsReason,
  STATUS_FACTS,
} from "../../domain/delivery-status.ts";
import { COMPANY } from "../../domain/company.ts";
import { formatDateTime, formatNearDate } from "../../domain/dates.ts";
import { EVENT_KIND_NAMES, isMoneyEvent } from "../../domain/event-kinds.ts";
import { arrivalText } from "../../domain/promise.ts";
import { CANCELLED, failurePublicText } from "../../domain/failure-reasons.ts";
import { whatsappLink } from "../../domain/whatsapp.ts";
import { ButtonLink } from "../../ui/button.tsx";
import type { TrackingView } from "./tracking-view.ts";

const STEPS = ["Booked", "Pickup", "On the way", "Delivered"];

function headline(parcel: TrackingView): string {
  const { label, end, publicName } = STATUS_FACTS[parcel.status];
  if (publicName) return publicName;
  if (parcel.deliveredAt) return `Delivered ${formatNearDate(parcel.deliveredAt)}`;
  if (end) return label;
  return `${parcel.late ? "Late: was due" : "Arriving by"} ${formatNearDate(parcel.estimatedDelivery)}`;
}

/** `promise`: it says what the service promises, where the receipt above does not. */
export function ParcelResult({ parcel, promise }: { parcel: TrackingView; promise: boolean }) {
  const last = parcel.events.findLast(({ kind }) => !isMoneyEvent(kind));
  const reason = parcel.events.findLast((event) => needsReason(event.to) && event.reason)?.reason;
  const cancelled = isUndelivered(parcel.status) && reason === CANCELLED;
  return (
    <section aria-labelledby="answer" className="mt-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2" aria-live="polite">
        <h2
          id="answer"
          className="font-display text-[clamp(1.5rem,7.4vw,1.875rem)] leading-tight font-extrabold sm:text-4xl"
        >
          {cancelled ? "Cancelled" : headline(parcel)}
        </h2>
        <BookingStatusBadge status={parcel.status} />
      </div>
      {promise && parcel.status === FIRST_STATUS && !parcel.late && (
        <p className="mt-2">{arrivalText(parcel.deliveryType, parcel.estimatedDelivery)}</p>
      )}
      {!cancelled && <Steps status={parcel.status} />}
      {last && (
        <p className="mt-3">
          <strong>{eventName(last, last === parcel.events[0])}</strong>{" "}
          <time dateTime={last.at.toISOString()} className="text-muted">
            {formatDateTime(last.at)}
          </time>
        </p>
      )}
      {cancelled && <p className="mt-3">{failurePublicText(CANCELLED)}</p>}
      {isUndelivered(parcel.status) && !cancelled && (
        <Help code={parcel.trackingCode}>
          {reason
            ? failurePublicText(reason)
            : "We could not deliver this parcel. Call us or write to us on WhatsApp to agree the next step."}
        </Help>
      )}
      {parcel.late && (
        <Help code={parcel.trackingCode}>
          Sorry, this parcel is late. Call or WhatsApp us for the new day.
        </Help>
      )}
    </section>
  );
}

/** The first event of a parcel is its booking. */
export function eventName({ kind, to }: TrackingView["events"][number], first: boolean): string {
  const name = EVENT_KIND_NAMES[kind];
  if (name) return name;
  return to === FIRST_STATUS && first ? "Booked" : BOOKING_STATUS_LABELS[to];
}

function Steps({ status }: { status: BookingStatus }) {
  const { step: at, publicName } = STATUS_FACTS[status];
  return (
    <ol className="mt-4 grid grid-cols-4">
      {STEPS.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? "step" : undefined}
          className={`relative pt-7 pr-1 text-xs leading-tight sm:text-sm ${index <= at ? "font-semibold" : "text-muted"}`}
        >
          <span
            aria-hidden
            className={`absolute top-2 right-0 left-0 h-1.5 ${index < at ? "bg-danfo" : index === at && status === DELIVERED ? "" : "lane text-line"} ${index === 3 ? "hidden" : ""}`}
          />
          <span
            aria-hidden
            className={`absolute top-0 left-0 grid size-5 place-items-center rounded-full border-2 ${
              index <= at ? "border-ink bg-danfo" : "border-line bg-paper"
            }`}
          />
          {(index === at && publicName) || step}
        </li>
      ))}
    </ol>
  );
}

function Help({ code, children }: { code: string; children: ReactNode }) {
  return (
    <div className="mt-4 border-l-8 border-stop bg-card px-3 py-3 sm:px-4">
      <p>{children}</p>
      <p className="mt-3 flex flex-wrap gap-3 print:hidden">
        <ButtonLink href={`tel:${COMPANY.phone}`} variant="secondary" size="sm">
          <Phone aria-hidden className="size-4" />
          Call {COMPANY.phoneText}
        </ButtonLink>
        <ButtonLink
          href={whatsappLink(COMPANY.whatsapp, `Hello ${COMPANY.name}, my parcel ${code}:`)}
          external
          variant="secondary"
          size="sm"
        >
          <MessageCircle aria-hidden className="size-4" />
          WhatsApp
        </ButtonLink>
      </p>
    </div>
  );
}
