/**
 * Custody: who holds each piece of a booking. A piece has exactly one holder at any moment. Each hand-over adds a row
 * to `custody_entries`; rows never change. `holderOf` finds the present holder from the rows. Pure.
 */
import { inOrder, rankOfHolder, type ByPhone } from "./deed-order.ts";
import type { HolderKind } from "./holders.ts";

/** A hub, a rider or a partner has an id. A booking has only one sender and one receiver, so they need no id. */
export type Holder = { kind: HolderKind; id: string | null };

/** How a hand-over was recorded: with a scanned code, with a typed code or status, or by confirming a list. */
export const CUSTODY_METHODS = ["scan", "typed", "list"] as const;
export type CustodyMethod = (typeof CUSTODY_METHODS)[number];

/** The largest number of pieces that a booking can have. */
export const MAX_PIECES = 50;

export type CustodyEntry = {
  id: number;
  to: Holder;
  /** The time of the hand-over itself, which may be reported later. */
  occurredAt: Date;
  /**
   * True if only one side reported the hand-over. Such an entry does not move the piece. When the other side scans
   * the piece, another entry is added, which moves the piece.
   */
  oneSided: boolean;
  /**
   * The id of the entry that this entry reverses, for example after staff undid a status. Null if it reverses none.
   */
  reverses: number | null;
  /** The phone that reported the hand-over. Null if no phone reported it. */
  phone: ByPhone | null;
};

/** The holder of a piece before the first hand-over: the sender. */
export const FIRST_HOLDER: Holder = { kind: "sender", id: null };

/**
 * CUSTODY-6: finds who holds a piece, from its latest hand-over. Hand-overs that only one side reported, and
 * reversed hand-overs, do not count.
 */
export function holderOf(entries: readonly CustodyEntry[]): Holder & { since: Date | null } {
  const reversed = new Set(entries.map(({ reverses }) => reverses));
  const counted = entries.filter(
    ({ id, oneSided, reverses }) => !oneSided && reverses === null && !reversed.has(id),
  );
  const last = inOrder(counted, ({ occurredAt: at, phone, to }) => ({
    ...{ at, phone, rank: rankOfHolder(to.kind) },
    tie: to.id ?? "",
  })).at(-1);
  return last ? { ...last.to, since: last.occurredAt } : { ...FIRST_HOLDER, since: null };
}
