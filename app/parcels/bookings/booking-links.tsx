/** The links on staff's page of a booking. A link is left out if the person's role may not open the linked page. */
import { useMay } from "../../access/use-may.ts";
import { ButtonLink } from "../../ui/button.tsx";
import type { BookingDetails } from "./one-booking.server.ts";

type Props = {
  found: Pick<BookingDetails, "booking" | "customerId" | "collectKobo" | "proven">;
  toReceiver: string | null;
};

export function BookingLinks({ found: { booking, customerId, collectKobo, proven }, toReceiver }: Props) {
  const [readsMoney, readsCustomers] = [useMay("readMoney"), useMay("readCustomers")];
  return (
    <span className="flex flex-wrap gap-3 print:hidden">
      <ButtonLink size="sm" to={`/admin/waybills?code=${booking.trackingCode}`}>
        Print waybill
      </ButtonLink>
      {readsMoney && (
        <ButtonLink size="sm" variant="secondary" to={`/admin/bookings/${booking.trackingCode}/money`}>
          Price and payments
        </ButtonLink>
      )}
      {customerId && readsCustomers && (
        <ButtonLink size="sm" variant="secondary" to={`/admin/customers/${customerId}`}>
          Customer
        </ButtonLink>
      )}
      {(collectKobo !== null || booking.paysDelivery === "receiver") && readsMoney && (
        <ButtonLink size="sm" variant="secondary" to={`/admin/bookings/${booking.trackingCode}/collection`}>
          {booking.paysDelivery === "receiver" ? "At the door" : "Cash on delivery"}
        </ButtonLink>
      )}
      {proven && (
        <ButtonLink size="sm" variant="secondary" to={`/admin/bookings/${booking.trackingCode}/proof`}>
          Proof of delivery
        </ButtonLink>
      )}
      {toReceiver && (
        <ButtonLink size="sm" variant="secondary" href={toReceiver} external>
          WhatsApp to receiver
        </ButtonLink>
      )}
      <ButtonLink size="sm" variant="secondary" to={`/track?code=${booking.trackingCode}`}>
        Track page
      </ButtonLink>
    </span>
  );
}
