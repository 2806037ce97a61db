/** DEED-4: elapsed time and current time on a phone whose clock may have been changed. Pure. */
import type { KnownLead, PhoneClock } from "../../deeds/protocol.ts";

/**
 * The time between two moments, by the monotonic clock if it ran on, otherwise by the phone's clock. If that
 * clock was set back, the time is infinite.
 */
export function msSince(then: PhoneClock, now: PhoneClock): number {
  if (then.boot === now.boot && now.mono >= then.mono) return now.mono - then.mono;
  return now.at >= then.at ? now.at - then.at : Number.POSITIVE_INFINITY;
}

/** The server's time, as known to the phone. The true time may be later: the clock stops during sleep. */
export function ourTime(known: KnownLead | null, now: PhoneClock): number {
  if (!known) return now.at;
  const byClock = now.at + known.lead;
  if (known.boot !== now.boot || now.mono < known.mono) return byClock;
  return Math.max(byClock, known.at + known.lead + (now.mono - known.mono));
}
