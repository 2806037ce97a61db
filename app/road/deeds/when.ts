/**
 * DEED-4, DEED-16: the time of a deed, from unreliable clocks and among the deeds of its phone. It is the
 * phone's time plus a known difference to the server's clock. Outside two bounds, the nearest bound is taken.
 * The monotonic clock gives the bounds: the shortest time between the last response and the deed, and between
 * the deed and this request. The real time may be longer, because that clock stands still while the phone
 * sleeps. After a restart of that clock, the bounds are the earliest possible time and the arrival. Pure.
 */
import type { KnownLead, PhoneClock } from "./protocol.ts";

/** The possible error of a known clock difference, because a response may take some seconds. */
const TOLERANCE_MS = 5_000;

export type WhenInput = {
  clock: PhoneClock;
  known: KnownLead | null;
  /** The phone's clocks at the start of the request. `receivedAt`: its arrival at the server. */
  sent: PhoneClock;
  receivedAt: number;
  /** The earliest possible time of the deed: the seal of its run, or the enrolment of the device. */
  notBefore: number;
};

/** The time of a deed. `bounded`: no clock gave a possible time, so the nearest possible time was taken. */
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
  // If both bounds are nearly equal, the monotonic clock alone gives a reliable time.
  return { at, bounded: last - first > 2 * TOLERANCE_MS };
}

/** The times of the phone's deeds before and after a number. `heard`: the arrival of the later one. */
export type DeedNeighbours = Record<"after" | "before" | "heard", number | null>;

type When = { at: number; bounded: boolean };
type Numbered = {
  phone: string;
  seq: number;
  isAgain: boolean;
};

/**
 * DEED-16: the time of a deed among its neighbours. It is not before the phone's previous deed, and not after
 * the next deed if that arrived first. A delivery is then never dated before its earlier attempt by a clock
 * that starts again in 1970. If a clock dates a deed after the arrival of the next deed, it was done later in
 * spite of its number. Neighbours that are out of order change nothing.
 */
export function timeAmongNeighbours({ at, bounded }: When, { after, before, heard }: DeedNeighbours): When {
  const isLater = !bounded && heard !== null && at > heard;
  const [first, last] = [after ?? -Infinity, isLater ? Infinity : (before ?? Infinity)];
  if (first > last) return { at, bounded };
  const moved = Math.min(Math.max(at, first), last);
  return { at: moved, bounded: bounded || Math.abs(moved - at) > TOLERANCE_MS };
}

/** The order of a request's deeds, by their numbers. Deeds with reused numbers follow only each other. */
export class NumberOrder {
  readonly #stored: (phone: string, seq: number) => DeedNeighbours | undefined;
  /** By phone: the last number of the request, its time, and the time before it. */
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
