/**
 * DEED-4: when a deed happened, from clocks that may lie. The phone's clock and the last known difference to ours say it, unless the monotonic
 * clock says that it cannot be. That one stands still while the phone sleeps, so it never says too much: it bounds the time from both
 * sides. Where somebody turned the clock, and the phone slept, both bounds are far apart, and the loading and the arrival are the last resort. Pure.
 */
import type { KnownLead, PhoneClock } from "./protocol.ts";

/** Answers take some seconds on a slow network: a difference is known no better. */
const TOLERANCE_MS = 5_000;

export type WhenInput = {
  clock: PhoneClock;
  known: KnownLead | null;
  /** The phone's clocks as the request left it, and when it arrived. */
  sent: PhoneClock;
  receivedAt: number;
  /** It did not happen before: the run was sealed, or the device enrolled. */
  notBefore: number;
};

/** `bounded`: no clock gave a time that can be, so that the nearest that can be was taken. */
export function whenDone({ clock, known, sent, receivedAt, notBefore }: WhenInput): {
  at: number;
  bounded: boolean;
} {
  let first = Math.min(notBefore, receivedAt);
  let last = receivedAt;
  if (known && known.boot === clock.boot && clock.mono >= known.mono)
    first = Math.max(first, Math.min(known.at + known.lead + (clock.mono - known.mono), last));
  if (sent.boot === clock.boot && sent.mono >= clock.mono)
    last = Math.max(first, Math.min(last, receivedAt - (sent.mono - clock.mono)));
  const leads = [...(known ? [known.lead] : []), receivedAt - sent.at];
  const said = leads.map((lead) => clock.at + lead);
  const within = said.find((at) => at >= first - TOLERANCE_MS && at <= last + TOLERANCE_MS);
  if (within !== undefined) return { at: Math.min(Math.max(within, first), last), bounded: false };
  const at = Math.min(Math.max(said[0]!, first), last);
  // Both ends are one moment: the monotonic clock has told the time by itself.
  return { at, bounded: last - first > 2 * TOLERANCE_MS };
}
