/** DEED-4: the elapsed time and the current time on a phone whose clock may have been changed. Pure. */
import type { KnownLead, PhoneClock } from "../../deeds/protocol.ts";

/**
 * Returns the time between two moments, by the monotonic clock if it did not restart, otherwise by the phone's clock.
 * Returns Infinity if the phone's clock was set back.
 */
export function msSince(then: PhoneClock, now: PhoneClock): number {
  if (then.boot === now.boot && now.mono >= then.mono) return now.mono - then.mono;
  return now.at >= then.at ? now.at - then.at : Number.POSITIVE_INFINITY;
}

/**
 * Returns the phone's estimate of the server's current time. The true time may be later, because the monotonic clock
 * stops while the phone sleeps.
 */
export function ourTime(known: KnownLead | null, now: PhoneClock): number {
  if (!known) return now.at;
  const byClock = now.at + known.lead;
  if (known.boot !== now.boot || now.mono < known.mono) return byClock;
  return Math.max(byClock, known.at + known.lead + (now.mono - known.mono));
}
