/** BOOK-29, BOOK-31: the hand-over on the sender's receipt. Pure. */
import { howToPay, type PaySetup } from "../../domain/how-to-pay.ts";
import { formatNaira } from "../../domain/money.ts";
import { USUAL_PAYER, type PaysDelivery } from "../../domain/pays-delivery.ts";
import { doorLines, type DoorAmount } from "../../domain/door-amount.ts";

export type HandOverTexts = {
  /** BOOK-29, PAY-10: names payer, amount, way of payment and time. */
  paid: string;
  /** The hub that gets the parcel from the sender. Null if we pick up the parcel. */
  dropOff: string | null;
  hours: readonly string[];
  /** PRICE-13: for example 'If nobody takes it, the return costs ₦3,250'. Null if a return is free. */
  back: string | null;
};

type Paying = {
  /** The payer of the delivery. Null without hubs, because the payer then cannot be chosen. */
  paysDelivery: PaysDelivery | null;
  door: DoorAmount;
  isBrought: boolean;
  /** PAY-10: the company's ways of payment. */
  pay: PaySetup;
};

/** The server writes this text, so that the page does not load the rules. */
export function payAtHandOverText({ door, pay, isBrought, ...by }: Paying, priceKobo: number | null): string {
  const paysDelivery = by.paysDelivery ?? USUAL_PAYER;
  if (paysDelivery === "receiver" && door.codKobo > 0) return receiverPays(door, priceKobo);
  return howToPay({ paysDelivery, isBrought }, pay, priceKobo);
}

/** COD-9: names the amounts that the receiver pays at the door. */
function receiverPays(door: DoorAmount, priceKobo: number | null): string {
  const price = priceKobo === null ? "the price" : formatNaira(priceKobo);
  if (door.deliveryKobo === 0)
    return `The receiver pays ${price} at the door, and ${formatNaira(door.codKobo)} cash on delivery.`;
  const parts = doorLines(door).map(([name, kobo]) => `${name.toLowerCase()} ${formatNaira(kobo)}`);
  return `The receiver pays ${formatNaira(door.totalKobo)} at the door: ${parts.join(", ")}.`;
}
