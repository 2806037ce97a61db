/** BOOK-29, BOOK-31: the hand-over of a booked parcel, for the sender's receipt. Pure. */
import { howToPay, type PaySetup } from "../../domain/how-to-pay.ts";
import { formatNaira } from "../../domain/money.ts";
import { USUAL_PAYER, type PaysDelivery } from "../../domain/pays-delivery.ts";
import { doorLines, type DoorAmount } from "../../domain/door-amount.ts";

export type HandOver = {
  /** BOOK-29, PAY-10: the text about the payer, the amount, and how and when it is paid. */
  paid: string;
  /** The hub to which the sender brings the parcel; null if we pick it up. */
  dropOff: string | null;
  /** The opening hours of the hub to which the sender brings the parcel. */
  hours: readonly string[];
  /** PRICE-13: the text about a return, such as 'If nobody takes it, the return costs ₦3,250'; null if a return costs nothing. */
  back: string | null;
};

type Paying = {
  /** The payer of the delivery; null without a hub, because then no payer can be chosen. */
  paysDelivery: PaysDelivery | null;
  /** The amount due at the receiver's door. */
  door: DoorAmount;
  isBrought: boolean;
  /** PAY-10: the ways of paying that the company has set up. */
  pay: PaySetup;
};

/**
 * The text about the payer, the amount, and how and when it is paid. The server writes it, so that the page does not
 * load the rules.
 */
export function payText({ door, pay, isBrought, ...by }: Paying, priceKobo: number | null): string {
  const paysDelivery = by.paysDelivery ?? USUAL_PAYER;
  if (paysDelivery === "receiver" && door.codKobo > 0) return receiverPays(door, priceKobo);
  return howToPay({ paysDelivery, isBrought }, pay, priceKobo);
}

/** COD-9: the sentence about the amounts that the receiver pays at the door. */
function receiverPays(door: DoorAmount, priceKobo: number | null): string {
  const price = priceKobo === null ? "the price" : formatNaira(priceKobo);
  if (door.deliveryKobo === 0)
    return `The receiver pays ${price} at the door, and ${formatNaira(door.codKobo)} cash on delivery.`;
  const parts = doorLines(door).map(([name, kobo]) => `${name.toLowerCase()} ${formatNaira(kobo)}`);
  return `The receiver pays ${formatNaira(door.totalKobo)} at the door: ${parts.join(", ")}.`;
}
