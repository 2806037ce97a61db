/** DEED-4: elapsed time and current time on a phone whose clock may have been changed. Pure. */
import type { KnownLead, PhoneClock } from "../../deeds/protocol.ts";

/**
 * The time between two moments: by the monotonic clock if it ran on, otherwise by the phone's clock. If the phone's
 * clock was set back, the time counts as infinitely long.
 */
export function msSince(then: PhoneClock, now: PhoneClock): number {
  if (then.boot === now.boot && now.mono >= then.mono) return now.mono - then.mono;
  return now.at >= then.at ? now.at - then.at : Number.POSITIVE_INFINITY;
}

/**
 * The server's time, as far as the phone knows it. The true time may be later, because the monotonic clock stops
 * while a phone sleeps.
 */
export function ourTime(known: KnownLead | null, now: PhoneClock): number {
  if (!known) return now.at;
  const byClock = now.at + known.lead;
  if (known.boot !== now.boot || now.mono < known.mono) return byClock;
  return Math.max(byClock, known.at + known.lead + (now.mono - known.mono));
}
