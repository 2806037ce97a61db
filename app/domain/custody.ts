/**
 * Custody: the holder of each piece of a booking. A piece has exactly one holder at any moment. Each hand-over adds a row to
 * `custody_entries`; rows are never changed. `holderOf` derives the present holder from them. Pure.
 */
import { inOrder, rankOfHolder, type ByPhone } from "./deed-order.ts";
import type { HolderKind } from "./holders.ts";

/** A hub, a rider or a partner has an id. Sender and receiver need none, because a booking has only one of each. */
export type Holder = { kind: HolderKind; id: string | null };

/** The ways to record a hand-over: a scanned code, a typed code or status, or a list that was confirmed as a whole. */
export const CUSTODY_METHODS = ["scan", "typed", "list"] as const;
export type CustodyMethod = (typeof CUSTODY_METHODS)[number];

/** The largest number of pieces of a booking. */
export const MAX_PIECES = 50;

export type CustodyEntry = {
  id: number;
  to: Holder;
  /** The time of the hand-over itself, which may be reported late. */
  occurredAt: Date;
  /**
   * True if only one side told the hand-over. Such an entry moves nothing until the other side scans the piece, which
   * adds an entry of its own.
   */
  claim: boolean;
  /** The id of the entry that this entry reverses, for example after a status was undone; null if it reverses none. */
  reverses: number | null;
  /** The phone that reported the hand-over; null if it was entered otherwise. */
  phone: ByPhone | null;
};

/** The holder of a piece before its first hand-over: the sender. */
export const FIRST_HOLDER: Holder = { kind: "sender", id: null };

/**
 * The holder of a piece, from all its entries in any order: the one who got the piece in the latest hand-over (CUSTODY-6).
 * One-sided and reversed entries are left out.
 */
export function holderOf(entries: readonly CustodyEntry[]): Holder & { since: Date | null } {
  const reversed = new Set(entries.map(({ reverses }) => reverses));
  const counted = entries.filter(
    ({ id, claim, reverses }) => !claim && reverses === null && !reversed.has(id),
  );
  const last = inOrder(counted, ({ occurredAt: at, phone, to }) => ({
    ...{ at, phone, rank: rankOfHolder(to.kind) },
    tie: to.id ?? "",
  })).at(-1);
  return last ? { ...last.to, since: last.occurredAt } : { ...FIRST_HOLDER, since: null };
}
