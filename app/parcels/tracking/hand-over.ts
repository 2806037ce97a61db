/** BOOK-29, BOOK-31: the hand-over of a booked parcel, for the sender's receipt. Pure. */
import { formatNaira } from "../../domain/money.ts";
import type { PaysDelivery } from "../../domain/pays-delivery.ts";
import { doorLines, type DoorAmount } from "../../money/payments/door-amount.ts";

export type HandOver = {
  /** The payer of the delivery; null without a hub, because then no payer can be chosen. */
  paysDelivery: PaysDelivery | null;
  /** The amount due at the receiver's door. */
  door: DoorAmount;
  /** The hub to which the sender brings the parcel; null if we pick it up. */
  dropOff: string | null;
  /** The opening hours of the hub to which the sender brings the parcel. */
  hours: readonly string[];
  /** PRICE-13: the text about a return, such as 'If it comes back: ₦3,250'; null if a return costs nothing. */
  back: string | null;
};

/** BOOK-29: the text about the payer, the amount, and the time of the payment. */
export function handOverText(handOver: HandOver | null, priceKobo: number | null): string {
  const amount = priceKobo === null ? "" : ` ${formatNaira(priceKobo)}`;
  const price = amount || " the price";
  const payer = handOver?.paysDelivery ?? null;
  if (handOver && payer === "receiver")
    return `you hand over the parcel. ${receiverPays(handOver.door, price)}`;
  if (payer === "sender_before")
    return `you hand over the parcel. You pay${price} before that, by transfer or at our office.`;
  const whom = handOver?.dropOff ? "there" : "the rider";
  return `you hand over the parcel and pay ${whom}${amount}, in cash or by transfer.`;
}

/** COD-9: the sentence about the amounts that the receiver pays at the door. */
function receiverPays(door: DoorAmount, price: string): string {
  if (door.codKobo === 0) return `The receiver pays${price} at the door.`;
  if (door.deliveryKobo === 0)
    return `The receiver pays${price} at the door, and ${formatNaira(door.codKobo)} cash on delivery.`;
  const parts = doorLines(door).map(([name, kobo]) => `${name.toLowerCase()} ${formatNaira(kobo)}`);
  return `The receiver pays ${formatNaira(door.totalKobo)} at the door: ${parts.join(", ")}.`;
}
