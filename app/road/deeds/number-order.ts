/**
 * DEED-16: the deeds of one phone keep the order of their numbers, so that a clock that starts again in 1970 dates no delivery
 * before the attempt that it followed. Pure.
 */
import { TOLERANCE_MS } from "./when.ts";

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
 * The time of a deed among its neighbours: not before the deed that its phone told before it, and not after the next one, if
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
