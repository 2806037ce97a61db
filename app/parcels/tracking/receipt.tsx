/** TRACK-9: the receipt for the sender, at the top of the track page after a booking. */
import { MessageCircle } from "lucide-react";
import { readableTrackingCode } from "../../domain/tracking-code.ts";
import { formatDateTime } from "../../domain/dates.ts";
import { PAY_NAMES } from "../../domain/how-to-pay.ts";
import { formatNaira } from "../../domain/money.ts";
import { latestText, pickupText, promiseOf } from "../../domain/promise.ts";
import { WE_TELL } from "../../money/prices/price-text.ts";
import { ButtonLink } from "../../ui/button.tsx";
import type { HandOverTexts } from "./hand-over.ts";
import type { TrackingView } from "./tracking-view.ts";
import { useCompany } from "../../platform/company/use-company.ts";

type Props = {
  parcel: TrackingView;
  /** The price in kobo. Null if the parcel has no price yet. */
  priceKobo: number | null;
  /** True if the business pays and the sender is a clerk of the business. A clerk sees no prices. */
  hidesPrice: boolean;
  /** True if the page shows the bank account for transfers, which is below the receipt. */
  byTransfer: boolean;
  /** True if the button to pay online is below the receipt. */
  byOnline: boolean;
  handOver: HandOverTexts | null;
  waybill: string | null;
  toReceiver: string | null;
};

const Price = ({ kobo }: { kobo: number | null }) => (
  <>
    <p className="mt-2 text-sm text-muted">Price</p>
    <p className="font-display text-[1.75rem] leading-tight font-extrabold">
      {kobo === null ? WE_TELL : formatNaira(kobo)}
    </p>
  </>
);

export function Receipt({
  parcel,
  priceKobo,
  hidesPrice,
  byTransfer,
  byOnline,
  handOver,
  waybill,
  toReceiver,
}: Props) {
  return (
    <section aria-labelledby="receipt" className="mt-5 border-l-8 border-go bg-card p-4">
      <h2 id="receipt" className="font-display text-xl font-bold">
        Your parcel is booked
      </h2>
      <p>
        Code{" "}
        <strong translate="no" className="font-display tracking-wide whitespace-nowrap tabular-nums">
          {readableTrackingCode(parcel.trackingCode)}
        </strong>
        , booked {formatDateTime(parcel.bookedAt)}. We emailed you the code.
      </p>
      {!hidesPrice && <Price kobo={priceKobo} />}
      {handOver && <p className="mt-1">{handOver.paid}</p>}
      <div className="mt-3 flex flex-wrap gap-3 print:hidden">
        {byOnline && <ButtonLink href="#pay-online">{PAY_NAMES.now}</ButtonLink>}
        {byTransfer && (
          <ButtonLink href="#pay-by-transfer" variant={byOnline ? "secondary" : undefined}>
            {PAY_NAMES.byTransfer}
          </ButtonLink>
        )}
        {toReceiver && (
          <ButtonLink href={toReceiver} external variant="secondary" className="max-sm:w-full max-sm:px-3">
            <MessageCircle aria-hidden className="size-5 max-sm:hidden" />
            Send to receiver on WhatsApp
          </ButtonLink>
        )}
        {waybill && (
          <ButtonLink to={waybill} variant="secondary" className="max-sm:grow max-sm:px-3">
            Print waybill
          </ButtonLink>
        )}
        <ButtonLink to="/book" variant="secondary" className="max-sm:grow max-sm:px-3">
          Book another
        </ButtonLink>
      </div>
      <WhatNext {...{ parcel, handOver }} callsAboutPrice={priceKobo === null && !hidesPrice} />
    </section>
  );
}

type Next = Pick<Props, "parcel" | "handOver"> & { callsAboutPrice: boolean };

function WhatNext({ parcel, handOver, callsAboutPrice }: Next) {
  const dropOff = handOver?.dropOff ?? null;
  const office = useCompany().hours;
  return (
    <>
      <h3 className="mt-6 font-semibold">What happens next</h3>
      <ol className="mt-1 grid gap-1">
        <li>
          <strong>First:</strong>{" "}
          {dropOff
            ? `bring the parcel to ${dropOff}.${callsAboutPrice ? " We call you about the price." : ""}`
            : `we call you to agree the pickup time${callsAboutPrice ? " and the price" : ""}.`}{" "}
          {handOver && handOver.hours.length > 0
            ? `It is open ${handOver.hours.join(", ")}.`
            : `Our office is open ${office.join(", ")}.`}
        </li>
        {parcel.pickupDay && (
          <li>
            <strong>{dropOff !== null ? "Bring it" : "Pickup"}:</strong>{" "}
            {pickupText(parcel.pickupDay, dropOff !== null, parcel.pickupHalf)}.
          </li>
        )}
        <li>
          <strong>Delivery:</strong> {promiseOf(parcel.deliveryType, dropOff !== null)}.{" "}
          {latestText(parcel.promisedDay)}. We email you at each step.
          {handOver?.back && ` ${handOver.back}.`}
        </li>
      </ol>
    </>
  );
}
