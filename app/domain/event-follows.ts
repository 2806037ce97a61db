/** The consequences of a booking's event. Pure. */
import { isAskedReason, type AskedReason } from "./choices.ts";
import { EVENT_FACTS, type EventKind, type SenderMail } from "./event-kinds.ts";
import type { FailureReason } from "./failure-reasons.ts";
import type { MessageKind } from "./receiver-messages.ts";

type Happened = { kind: EventKind; reason: FailureReason | null };

/**
 * CHOICE-5: returns the reason that the receiver is asked to confirm, or null. Only the kind and the reason of the
 * event count. Who recorded the event (a rider's phone, or staff) does not matter.
 */
export const questionAfter = ({ kind, reason }: Happened): AskedReason | null =>
  EVENT_FACTS[kind].asks && isAskedReason(reason) ? reason : null;

export type Follows = {
  mail: SenderMail | null;
  message: MessageKind | null;
  pin: boolean;
  opens: boolean;
};

/**
 * Returns the consequences of an event: the sender's mail, the receiver's message, a PIN, and exceptions for dispatch.
 * A status set by hand is an event of the kind `status_set`. It mails the sender (TELL-1), and sends the receiver a
 * message only if the receiver is asked about the event.
 */
export function followsOf(event: Happened): Follows {
  const { mail, message, pin = false, opens = false } = EVENT_FACTS[event.kind];
  return { mail, message: message ?? (questionAfter(event) && "could_not_deliver"), pin, opens };
}
