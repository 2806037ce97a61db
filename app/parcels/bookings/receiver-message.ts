/**
 * COD-8, RECEIVER-3: the text of the chat to a receiver. The text contains no names; the page behind the link shows
 * the names.
 */
import { ASKED_REASONS, type AskedReason } from "../../domain/choices.ts";
import { isOnTheWay, type BookingStatus } from "../../domain/delivery-status.ts";
import { reachText } from "../../domain/promise.ts";
import { whatsappLink } from "../../domain/whatsapp.ts";
import { haveReady, type DoorAmount } from "../../domain/door-amount.ts";

type Parcel = { trackingCode: string; status: BookingStatus; promisedDay: Date };
type About = {
  /** The link to the receiver's page. The sender's link shows the PIN; the link for staff does not. */
  link: string;
  company: string;
  door: DoorAmount;
  /** PAY-10: how the receiver can pay at the door. */
  doorWays: string;
  /** True for a late parcel, whose promised day the message leaves out. */
  late: boolean;
  /** CHOICE-5: the reason that the unanswered question is about. Null without a question. */
  asked: AskedReason | null;
};

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
