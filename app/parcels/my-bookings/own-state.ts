/** BOOK-28: says why a sender can no longer change a booking. Pure. */
import { DELIVERED, isUndelivered } from "../../domain/delivery-status.ts";
import { CANCELLED } from "../../domain/failure-reasons.ts";
import type { TrackingView } from "../tracking/tracking-view.ts";

const TEXTS = {
  with_us: ["We have this parcel already", "Call or WhatsApp us to change something."],
  arrived: ["This parcel is delivered", "Call or WhatsApp us if something is wrong."],
  cancelled: ["This parcel is cancelled", "Call or WhatsApp us if you have a question."],
  return_started: [
    "This parcel goes back to you",
    "A return was asked for: we bring the parcel to your address. Call or WhatsApp us to change something.",
  ],
  returned: ["This parcel is back with you", "Call or WhatsApp us if something is wrong."],
} as const;
export type OwnState = keyof typeof TEXTS;

export function ownState({
  status,
  news,
  events,
}: Pick<TrackingView, "status" | "news" | "events">): OwnState {
  if (status === DELIVERED) return "arrived";
  if (news === "return_started" || news === "returned") return news;
  const reason = events.findLast((event) => event.reason)?.reason;
  return isUndelivered(status) && reason === CANCELLED ? "cancelled" : "with_us";
}

export const ownStateText = (state: OwnState): readonly [title: string, text: string] => TEXTS[state];
