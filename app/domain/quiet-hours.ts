/** TELL-7: the quiet hours of messages to receivers. Pure. */
import { lagosClock, startOfLagosDay } from "./dates.ts";
import type { MessageKind } from "./receiver-messages.ts";

/** The settings that decide when a message is sent. */
type Quiet = Record<"messageQuietFrom" | "messageQuietTo" | "messageTodayFrom", string>;

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/**
 * Returns when a message is sent: now, or at the end of the quiet hours. A message about a parcel that is delivered
 * today may be sent earlier. A code is sent at once, because the receiver waits for it.
 */
export function sendAt(kind: MessageKind, now: Date, quiet: Quiet): Date {
  if (kind === "code") return now;
  const from = minutesOf(quiet.messageQuietFrom);
  const to = minutesOf(kind === "out_for_delivery" ? quiet.messageTodayFrom : quiet.messageQuietTo);
  if (from === to) return now;
  const { hours, minutes } = lagosClock(now);
  const clock = hours * 60 + minutes;
  const isQuiet = from < to ? clock >= from && clock < to : clock >= from || clock < to;
  if (!isQuiet) return now;
  const days = clock < to ? 0 : 1;
  return new Date(startOfLagosDay(now).getTime() + (days * 24 * 60 + to) * 60_000);
}
