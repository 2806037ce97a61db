/**
 * DEED-4, DEED-16: the time of a deed, from unreliable clocks and among the deeds of its phone. It is the phone's time plus a
 * known difference to the server's clock. The time must lie between two bounds, otherwise the nearest bound is taken. The monotonic clock gives the bounds: the
 * least time that passed between the last known response and the deed, and between the deed and this request. More time
 * may have passed, because the monotonic clock stands still while the phone sleeps. If it was restarted, the bounds are
 * the earliest possible time and the arrival. Pure.
 */
import type { KnownLead, PhoneClock } from "./protocol.ts";

/**
 * The possible error of a known difference between the phone's and the server's clock. The difference is taken from a
 * response, which needs some seconds on a slow network.
 */
const TOLERANCE_MS = 5_000;

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

/**
 * The times of the nearest stored deeds of the same phone with a lower and with a higher number; null without one. `heard`: the
 * time at which the one with the higher number arrived.
 */
export type Neighbours = Record<"after" | "before" | "heard", number | null>;

/** The time of a deed, as `whenDone` returns it. */
type When = { at: number; bounded: boolean };
type Numbered = {
  phone: string;
  seq: number;
  /** True if a deed has this number already. */
  isAgain: boolean;
};

/**
 * DEED-16: the time of a deed among its neighbours, so that a clock that starts again in 1970 dates no delivery before the
 * attempt that it followed: not before the deed that its phone told before it, and not after the next one, if
 * that arrived first. A deed that a clock dates after the arrival of the next one was done later in spite of its number.
 * Neighbours that are not in order themselves move nothing.
 */
export function inTurn({ at, bounded }: When, { after, before, heard }: Neighbours): When {
  const isLater = !bounded && heard !== null && at > heard;
  const [first, last] = [after ?? -Infinity, isLater ? Infinity : (before ?? Infinity)];
  if (first > last) return { at, bounded };
  const moved = Math.min(Math.max(at, first), last);
  return { at: moved, bounded: bounded || Math.abs(moved - at) > TOLERANCE_MS };
}

/**
 * The order of the deeds of a request, which are placed one by one, by their numbers. A phone that lost its storage numbers
 * anew: deeds that reuse numbers follow only each other.
 */
export class NumberOrder {
  readonly #stored: (phone: string, seq: number) => Neighbours | undefined;
  /** By phone: the last number of the request, its time, and the time before it. */
  readonly #placed = new Map<string, { seq: number; at: number; before: number }>();

  constructor(stored: (phone: string, seq: number) => Neighbours | undefined) {
    this.#stored = stored;
  }

  place(when: When, { phone, seq, isAgain }: Numbered): When {
    const own = `${phone} ${isAgain}`;
    const last = this.#placed.get(own) ?? { seq: -Infinity, at: -Infinity, before: -Infinity };
    const before = last.seq < seq ? last.at : last.before;
    const stored = isAgain ? undefined : this.#stored(phone, seq);
    const placed = inTurn(when, {
      after: Math.max(before, stored?.after ?? -Infinity),
      before: stored?.before ?? null,
      heard: stored?.heard ?? null,
    });
    this.#placed.set(own, { seq, at: Math.max(placed.at, last.at), before });
    return placed;
  }
}
