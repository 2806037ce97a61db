/**
 * DEED-4: the time of a deed, from unreliable clocks: the phone's time plus a known difference to the server's clock.
 * The time must lie between two bounds, otherwise the nearest bound is taken. The monotonic clock gives the bounds: the
 * least time that passed between the last known response and the deed, and between the deed and this request. More time
 * may have passed, because the monotonic clock stands still while the phone sleeps. If it was restarted, the bounds are
 * the earliest possible time and the arrival. Pure.
 */
import type { KnownLead, PhoneClock } from "./protocol.ts";

/**
 * The possible error of a known difference between the phone's and the server's clock. The difference is taken from a
 * response, which needs some seconds on a slow network.
 */
export const TOLERANCE_MS = 5_000;

export type WhenInput = {
  clock: PhoneClock;
  known: KnownLead | null;
  /** The phone's clocks at the start of the request. `receivedAt` is the time at which the server received it. */
  sent: PhoneClock;
  receivedAt: number;
  /** The earliest possible time of the deed: the seal of its run, or the enrolment of the device. */
  notBefore: number;
};

/** The time of a deed. `bounded`: no clock gave a possible time, so the nearest possible one was taken. */
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
  // If both bounds are about the same time, the monotonic clock alone gives the time, which is then reliable.
  return { at, bounded: last - first > 2 * TOLERANCE_MS };
}
