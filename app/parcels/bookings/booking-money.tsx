/** The amounts of a booking: price, payments, COD amount, and the amount due at the receiver's door. */
import { useMay } from "../../access/use-may.ts";
import { formatNaira } from "../../domain/money.ts";
import { doorLines } from "../../domain/door-amount.ts";
import { COLLECT_LABEL } from "../../domain/settlement.ts";
import { Amount } from "../../ui/amount.tsx";
import { Fact } from "../../ui/fact.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { NONE_GOES_BACK } from "./booking-facts.ts";
import type { BookingDetails } from "./one-booking.server.ts";

type Props = { found: BookingDetails };

export function BookingMoney({ found }: Props) {
  const { booking, priceKobo, paidKobo, collectKobo, collectedKobo, door, returning } = found;
  const owed = (priceKobo ?? 0) - (paidKobo ?? 0);
  const priceLink = useMay("readMoney") ? (
    <TextLink to={`/admin/bookings/${booking.trackingCode}/money`}>Set the price</TextLink>
  ) : (
    "Not set yet"
  );
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3 bg-card p-4">
      <Fact name="Price">{priceKobo === null ? priceLink : <Amount>{formatNaira(priceKobo)}</Amount>}</Fact>
      {priceKobo !== null && (
        <Fact name={owed > 0 ? "Still to pay" : "Paid"}>
          <Amount>{formatNaira(owed > 0 ? owed : (paidKobo ?? 0))}</Amount>
          {owed > 0 && (paidKobo ?? 0) > 0 && (
            <span className="block text-sm font-normal text-muted">
              Paid <Amount>{formatNaira(paidKobo ?? 0)}</Amount>
            </span>
          )}
        </Fact>
      )}
      {collectKobo !== null && (
        <Fact name={COLLECT_LABEL}>
          {returning ? NONE_GOES_BACK : <Amount>{formatNaira(door.codKobo)}</Amount>}
          {(collectedKobo ?? 0) > 0 && (
            <span className="block text-sm font-normal text-muted">
              Collected <Amount>{formatNaira(collectedKobo ?? 0)}</Amount>
            </span>
          )}
        </Fact>
      )}
      {door.deliveryKobo > 0 && (
        <Fact name="At the door">
          <Amount>{formatNaira(door.totalKobo)}</Amount>
          {doorLines(door).map(([name, kobo]) => (
            <span key={name} className="block text-sm font-normal text-muted">
              {name} <Amount>{formatNaira(kobo)}</Amount>
            </span>
          ))}
        </Fact>
      )}
    </dl>
  );
}
