/** BOOK-29, BOOK-31: what the sender's receipt says about the hand-over of the parcel. Pure. */
import { howToPay, type PaySetup } from "../../domain/how-to-pay.ts";
import { formatNaira } from "../../domain/money.ts";
import { USUAL_PAYER, type PaysDelivery } from "../../domain/pays-delivery.ts";
import { doorLines, type DoorAmount } from "../../domain/door-amount.ts";

export type HandOverTexts = {
  /** BOOK-29, PAY-10: says who pays how much, in which way and when. */
  paid: string;
  /** The hub to which the sender brings the parcel. Null if a rider picks the parcel up. */
  dropOff: string | null;
  hours: readonly string[];
  /**
   * PRICE-13: the text about the price of a return, such as 'If nobody takes it, the return costs ₦3,250'. Null if a
   * return costs nothing.
   */
  back: string | null;
};

type Paying = {
  /** The payer of the delivery. Null without an active hub, because the sender then has no choice. */
  paysDelivery: PaysDelivery | null;
  /** The part of the price that was paid so far. */
  paidKobo: number;
  door: DoorAmount;
  isBrought: boolean;
  /** PAY-10: the ways in which the company accepts payments. */
  pay: PaySetup;
};

/** Returns the text about the payment. The server makes the text, so that the browser does not load the rules. */
export function payAtHandOverText(
  { door, pay, isBrought, paidKobo, ...by }: Paying,
  priceKobo: number | null,
): string {
  const paysDelivery = by.paysDelivery ?? USUAL_PAYER;
  const leftKobo = priceKobo === null ? null : Math.max(0, priceKobo - paidKobo);
  if (paidKobo > 0 && leftKobo === 0) return isPaid(door);
  if (paysDelivery === "receiver" && door.codKobo > 0) return receiverPays(door, leftKobo);
  return howToPay({ paysDelivery, isBrought }, pay, leftKobo);
}

const isPaid = ({ codKobo }: DoorAmount): string =>
  codKobo > 0
    ? `The delivery is paid. The receiver pays ${formatNaira(codKobo)} cash on delivery at the door.`
    : "The delivery is paid.";

/** COD-9: returns the text with the amounts that the receiver pays at the door. */
function receiverPays(door: DoorAmount, priceKobo: number | null): string {
  const price = priceKobo === null ? "the price" : formatNaira(priceKobo);
  if (door.deliveryKobo === 0)
    return `The receiver pays ${price} at the door, and ${formatNaira(door.codKobo)} cash on delivery.`;
  const parts = doorLines(door).map(([name, kobo]) => `${name.toLowerCase()} ${formatNaira(kobo)}`);
  return `The receiver pays ${formatNaira(door.totalKobo)} at the door: ${parts.join(", ")}.`;
}
