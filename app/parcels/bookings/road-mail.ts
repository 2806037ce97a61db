/** MAIL-4: the mails to the sender about events on the road, by the kind of event. Pure. */
import { lagosDay } from "../../domain/dates.ts";
import type { EventKind } from "../../domain/event-kinds.ts";
import {
  failureReason,
  failureSendersText,
  sendersNextStep,
  type FailureReason,
} from "../../domain/failure-reasons.ts";
import { formatPhone } from "../../domain/phone.ts";
import { placeText, type TownAndState } from "../../domain/states.ts";
import { withoutLinks } from "../../platform/mail/unlinked.ts";
import type { Fact } from "./booking-facts.ts";

type MailedHub = TownAndState & { name: string; address: string; phone: string; hours: string };

type RoadEvent = {
  kind: EventKind;
  occurredAt: Date;
  reason: FailureReason | null;
  code: string;
  /** The receiver's town or state. */
  destination: string;
  hub: MailedHub | null;
  returning: boolean;
  /** True if the mail asks the sender for a decision (CHOICE-3). */
  asked: boolean;
  now: Date;
};

export type RoadMail = {
  heading: string;
  news: string;
  facts?: Fact[];
  subject?: string;
  noDay?: boolean;
};

export const failureFacts = (reason: FailureReason, asked: boolean): Fact[] => [
  ["Why", failureReason(reason).publicText],
  ["What happens next", sendersNextStep(failureReason(reason).next, asked)],
];

/**
 * Returns the text of a mail. Null if the kind of event has no such mail. booking-mails.server.tsx writes the mail
 * about a changed status.
 */
export function roadMail(event: RoadEvent): RoadMail | null {
  switch (event.kind) {
    case "picked_up":
      return {
        heading: "Picked up",
        news: `We have your parcel, and it goes to ${event.destination} now.`,
      };
    case "arrived_at_hub":
      // Only the first arrival of a parcel that no rider picked up is mailed (STATUS-5).
      return {
        heading: "Received at our office",
        news: `We have your parcel, and it goes to ${event.destination} now.`,
      };
    case "out_for_delivery":
      return outForDelivery(event);
    case "attempted":
      return attempted(event);
    case "rescheduled":
      return {
        heading: "New delivery day",
        news: `We deliver your parcel in ${event.destination} on another day.`,
      };
    case "held_for_collection":
      return {
        heading: "Ready to collect at our office",
        news: `Your parcel is ready to collect at our office.${event.returning ? "" : " Please tell the receiver where it is."}`,
        facts: event.hub ? officeFacts(event.hub) : [],
        noDay: true,
      };
    case "returned":
      return { heading: "Returned to you", news: "We brought your parcel back to you." };
    default:
      return null;
  }
}

function outForDelivery({ returning, destination, occurredAt, now }: RoadEvent): RoadMail {
  // A deed can be reported on a later day. Then the mail must not say 'today'.
  const today = lagosDay(occurredAt) === lagosDay(now) ? " today" : "";
  return returning
    ? {
        heading: `Coming back to you${today}`,
        news: `Our rider brings your parcel back to you${today}.`,
        noDay: true,
      }
    : {
        heading: `Out for delivery in ${destination}${today}`,
        news: `Our rider brings your parcel to the receiver${today}. Please ask them to keep their phone on.`,
      };
}

function attempted({ returning, reason, code, destination, asked }: RoadEvent): RoadMail {
  const heading = returning ? "We tried to bring your parcel back" : "We tried to deliver your parcel";
  const tried = returning ? `${heading}.` : `${heading} in ${destination}.`;
  if (!reason) return { heading, news: tried };
  const { short } = failureReason(reason);
  return {
    heading,
    subject: `We tried to ${returning ? "bring back" : "deliver"} ${code}: ${short}`,
    news: `${tried} ${failureSendersText(reason, asked)}`,
    facts: failureFacts(reason, asked),
  };
}

/** Staff typed these facts. Nothing in them may become a link. */
const officeFacts = (hub: MailedHub): Fact[] =>
  [
    ["Our office", withoutLinks(`${hub.name}, ${hub.address}, ${placeText(hub)}`)],
    ["Open", withoutLinks(hub.hours.split("\n").filter(Boolean).join(", "))],
    ["Phone", formatPhone(hub.phone)],
  ].filter((fact): fact is Fact => fact[1] !== "");
