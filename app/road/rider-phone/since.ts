/** DEED-4: elapsed time and current time on a phone whose clock may have been changed. Pure. */
import type { KnownLead, PhoneClock } from "../deeds/protocol.ts";

/** By the monotonic clock if it still runs, otherwise by the other one. A clock that was set back counts as a long time. */
export function msSince(then: PhoneClock, now: PhoneClock): number {
  if (then.boot === now.boot && now.mono >= then.mono) return now.mono - then.mono;
  return now.at >= then.at ? now.at - then.at : Number.POSITIVE_INFINITY;
}

/**
 * The server's time as well as the phone knows it. The monotonic clock stands still while a phone sleeps, so this is a lower
 * bound.
 */
export function ourTime(known: KnownLead | null, now: PhoneClock): number {
  if (!known) return now.at;
  const byClock = now.at + known.lead;
  if (known.boot !== now.boot || now.mono < known.mono) return byClock;
  return Math.max(byClock, known.at + known.lead + (now.mono - known.mono));
}
