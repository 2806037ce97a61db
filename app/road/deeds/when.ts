/**
 * DEED-4, DEED-16: finds the time of a deed from unreliable clocks, and from the other deeds of its phone. The time is
 * the phone's time plus a known difference to the server's clock. A time outside two bounds is moved to the nearer
 * bound:
 *
 * - The lower bound is the last response, plus the time from the response to the deed by the monotonic clock.
 * - The upper bound is the arrival of this request, minus the time from the deed to the request by the monotonic clock.
 *
 * The real intervals may be longer, because the monotonic clock stops while the phone sleeps. If the monotonic clock
 * restarted in between, the bounds are the earliest possible time (`notBefore`) and the arrival. Pure.
 */
import type { KnownLead, PhoneClock } from "./protocol.ts";

/** How wrong a known difference of the clocks can be, because a response may be on its way for some seconds. */
const TOLERANCE_MS = 5_000;

export type WhenInput = {
  clock: PhoneClock;
  known: KnownLead | null;
  /** The phone's clocks when it sent the request. `receivedAt`: the request's arrival at the server. */
  sent: PhoneClock;
  receivedAt: number;
  /** The earliest possible time of the deed: the seal of its run, or the enrolment of the device. */
  notBefore: number;
};

/** Finds a deed's time. `bounded`: no clock gave a possible time, so the nearest possible time is used. */
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
  // If the two bounds are nearly the same, the monotonic clock alone gives a reliable time.
  return { at, bounded: last - first > 2 * TOLERANCE_MS };
}

/**
 * `after`: the time of the deed with the next lower number. `before`, `heard`: time and arrival of the deed with the
 * next higher number.
 */
export type DeedNeighbours = Record<"after" | "before" | "heard", number | null>;

type When = { at: number; bounded: boolean };
type Numbered = {
  phone: string;
  seq: number;
  isAgain: boolean;
};

/**
 * DEED-16: corrects the time of a deed by its neighbours, the deeds with the next lower and the next higher number:
 *
 * - The time becomes at least the lower neighbour's time, and at most the higher neighbour's time.
 * - If a clock shows that the deed was done after the higher neighbour had arrived, the time has no upper limit.
 * - If the two limits contradict each other, the time does not change.
 *
 * So a clock that starts again in 1970 cannot date a delivery before an earlier attempt to deliver the same parcel.
 */
export function timeAmongNeighbours({ at, bounded }: When, { after, before, heard }: DeedNeighbours): When {
  const isLater = !bounded && heard !== null && at > heard;
  const [first, last] = [after ?? -Infinity, isLater ? Infinity : (before ?? Infinity)];
  if (first > last) return { at, bounded };
  const moved = Math.min(Math.max(at, first), last);
  return { at: moved, bounded: bounded || Math.abs(moved - at) > TOLERANCE_MS };
}

/**
 * Corrects the times of a request's deeds by their numbers. If a phone started to number again, its new numbers are
 * compared only with each other.
 */
export class NumberOrder {
  readonly #stored: (phone: string, seq: number) => DeedNeighbours | undefined;
  /**
   * For each phone: the number and the time of its last deed so far in this request, and the time of the deed before
   * that one.
   */
  readonly #placed = new Map<string, { seq: number; at: number; before: number }>();

  constructor(stored: (phone: string, seq: number) => DeedNeighbours | undefined) {
    this.#stored = stored;
  }

  place(when: When, { phone, seq, isAgain }: Numbered): When {
    const own = `${phone} ${isAgain}`;
    const last = this.#placed.get(own) ?? { seq: -Infinity, at: -Infinity, before: -Infinity };
    const before = last.seq < seq ? last.at : last.before;
    const stored = isAgain ? undefined : this.#stored(phone, seq);
    const placed = timeAmongNeighbours(when, {
      after: Math.max(before, stored?.after ?? -Infinity),
      before: stored?.before ?? null,
      heard: stored?.heard ?? null,
    });
    this.#placed.set(own, { seq, at: Math.max(placed.at, last.at), before });
    return placed;
  }
}
