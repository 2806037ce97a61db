/** A service that a person compares on /quote and in the booking form: its price, then its latest day. */
import { DELIVERY_TYPE_LABELS, type DeliveryType } from "../../domain/booking.ts";
import type { DeliveryDays } from "../../domain/delivery-days.ts";
import { latestText, pickupText, promiseOf } from "../../domain/promise.ts";
import { middayOf } from "../../domain/dates.ts";

type Props = {
  service: DeliveryType;
  /** A price such as '₦6,450', or the reason for a missing price. Null while the price is unknown. */
  price: string | null;
  /** Pickup day and last day, or null while unknown. */
  days: DeliveryDays | null;
  /** True if the sender brings the parcel to a hub. */
  isBrought?: boolean;
  /** The reason why the service cannot be chosen, or null. */
  refused: string | null;
};

export function TicketText({ service, price, days, refused, isBrought }: Props) {
  const { name, promise } = DELIVERY_TYPE_LABELS[service];
  const note = "block text-sm text-muted";
  return (
    <span className="min-w-0">
      <span className="font-semibold">{name}</span> <span className="text-sm">{promise}</span>
      {price && (
        <strong
          className={`block font-display leading-tight ${price.startsWith("₦") ? "text-[min(1.75rem,14vw)] tabular-nums" : "text-lg"}`}
        >
          {price}
        </strong>
      )}
      {refused ? (
        <span className={note}>{refused}</span>
      ) : (
        <>
          {days && (
            <span className="block text-lg leading-snug">{`${latestText(middayOf(days.lastDay))}.`}</span>
          )}
          <span className={note}>
            {`${days ? `${pickupText(days.pickupDay, isBrought)}. ` : ""}Delivered ${promiseOf(service, isBrought)}.`}
          </span>
        </>
      )}
    </span>
  );
}
