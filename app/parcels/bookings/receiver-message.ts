/**
 * COD-8, RECEIVER-3: the prefilled chat that informs the receiver of a parcel, for its sender and for staff. The text
 * names no people: the page behind its link names the sender.
 */
import { ASKED_REASONS, type AskedReason } from "../../domain/choices.ts";
import { isOnTheWay, type BookingStatus } from "../../domain/delivery-status.ts";
import { reachText } from "../../domain/promise.ts";
import { whatsappLink } from "../../domain/whatsapp.ts";
import { haveReady, type DoorAmount } from "../../domain/door-amount.ts";

type Parcel = { trackingCode: string; status: BookingStatus; promisedDay: Date };
type About = {
  /** The receiver's link in the message. A link that the sender sends shows the PIN; a link that staff send does not. */
  link: string;
  company: string;
  /** The amount that the receiver still pays at their door. */
  door: DoorAmount;
  /** PAY-10: how it can be paid there. */
  doorWays: string;
  /** True if the promised day is over. The message then promises no day. */
  late: boolean;
  /** CHOICE-5: the reason about which the receiver is asked and has not answered; null without a question. */
  asked: AskedReason | null;
};

/** The URL of the chat. `phone` is the receiver's. */
export function receiverChat(
  parcel: Parcel,
  about: About,
  from: "sender" | "company",
  phone: string,
): string {
  const { link, company, door, asked } = about;
  const failed = asked !== null || !isOnTheWay(parcel.status);
  const greeting =
    from === "sender"
      ? `I have sent you a parcel with ${company}.`
      : `Hello, this is ${company}.${failed ? "" : " We are bringing you a parcel."}`;
  const text = failed
    ? [greeting, failure(asked, from), `${asked ? "Is that right? Answer here" : "Follow it here"}: ${link}`]
    : [greeting, promise(parcel, about), haveReady(door, about.doorWays), `Follow it here: ${link}`];
  return whatsappLink(phone, text.filter(Boolean).join(" "));
}

const promise = ({ promisedDay }: Parcel, { late }: About) => (late ? "" : reachText(promisedDay));

function failure(asked: AskedReason | null, from: "sender" | "company"): string {
  const could = from === "sender" ? "They could not deliver it" : "We could not deliver your parcel";
  return `${could}${asked ? `: ${ASKED_REASONS[asked]}` : ""}.`;
}
