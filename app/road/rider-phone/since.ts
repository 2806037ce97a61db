/** DEED-4: how long ago something was, and what time it is, by a phone whose clock may have been turned. Pure. */
import type { KnownLead, PhoneClock } from "../deeds/protocol.ts";

/** By the monotonic clock where it still runs, else by the other one; a clock that was turned back counts as long ago. */
export function msSince(then: PhoneClock, now: PhoneClock): number {
  if (then.boot === now.boot && now.mono >= then.mono) return now.mono - then.mono;
  return now.at >= then.at ? now.at - then.at : Number.POSITIVE_INFINITY;
}

/** Our time as well as the phone knows it. The monotonic clock stands still while a phone sleeps, so it is the least that it can be. */
export function ourTime(known: KnownLead | null, now: PhoneClock): number {
  if (!known) return now.at;
  const byClock = now.at + known.lead;
  if (known.boot !== now.boot || now.mono < known.mono) return byClock;
  return Math.max(byClock, known.at + known.lead + (now.mono - known.mono));
}
