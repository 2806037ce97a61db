/**
 * COD-8, RECEIVER-3: the prefilled chat that informs the receiver of a parcel, for its sender and for staff. The text
 * names no people: the page behind its link names the sender.
 */
import { isOnTheWay, type BookingStatus } from "../../domain/delivery-status.ts";
import { formatNearDate } from "../../domain/dates.ts";
import { whatsappLink } from "../../domain/whatsapp.ts";
import { haveReady, type DoorAmount } from "../../money/payments/door-amount.ts";

type Parcel = { trackingCode: string; status: BookingStatus; estimatedDelivery: Date };
type About = {
  /** The receiver's link in the message. A link that the sender sends shows the PIN; a link that staff send does not. */
  link: string;
  /** The company's name. */
  company: string;
  /** The amount that the receiver still pays at their door. */
  door: DoorAmount;
  /** True if the promised day is over. The message then promises no day. */
  late: boolean;
};

/** The URL of the chat; null for a parcel that is delivered or failed. `phone` is the receiver's. */
export function receiverChat(
  parcel: Parcel,
  { link, company, door, late }: About,
  from: "sender" | "company",
  phone: string,
): string | null {
  if (!isOnTheWay(parcel.status)) return null;
  const text = [
    from === "sender"
      ? `I have sent you a parcel with ${company}.`
      : `Hello, this is ${company}. We are bringing you a parcel.`,
    late ? "" : `It should reach you by ${formatNearDate(parcel.estimatedDelivery)}.`,
    haveReady(door),
    `Follow it here: ${link}`,
  ];
  return whatsappLink(phone, text.filter(Boolean).join(" "));
}
