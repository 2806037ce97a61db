/** What follows from an event of a booking. Pure. */
import { isAsked, type AskedReason } from "./choices.ts";
import { EVENT_FACTS, type EventKind, type SenderMail } from "./event-kinds.ts";
import type { FailureReason } from "./failure-reasons.ts";
import type { MessageKind } from "./receiver-messages.ts";

type Happened = { kind: EventKind; reason: FailureReason | null };

/**
 * CHOICE-5: the reason about which the receiver is asked after an event; null for other events. Only kind and reason
 * count, not who recorded the event: the rider's phone, the office for a rider, or staff who set the status by hand.
 */
export const questionAfter = ({ kind, reason }: Happened): AskedReason | null =>
  EVENT_FACTS[kind].asks && isAsked(reason) ? reason : null;

export type Follows = {
  mail: SenderMail | null;
  message: MessageKind | null;
  pin: boolean;
  opens: boolean;
};

/**
 * What follows from an event: the sender's mail, the receiver's message, a PIN, and exceptions for dispatch. A status that
 * was set by hand has a kind of its own, so kind and reason decide: it mails the sender and messages no receiver (TELL-1),
 * unless the receiver is asked about it.
 */
export function followsOf(event: Happened): Follows {
  const { mail, message, pin = false, opens = false } = EVENT_FACTS[event.kind];
  return { mail, message: message ?? (questionAfter(event) && "could_not_deliver"), pin, opens };
}
