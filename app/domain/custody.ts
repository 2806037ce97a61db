/**
 * Custody: the holder of each piece of a booking. A piece has exactly one holder at any moment. Each
 * hand-over adds a row to `custody_entries`; rows never change. `holderOf` derives the present holder from
 * the rows. Pure.
 */
import { inOrder, rankOfHolder, type ByPhone } from "./deed-order.ts";
import type { HolderKind } from "./holders.ts";

/** A hub, a rider or a partner has an id. A booking has one sender and one receiver, so these need no id. */
export type Holder = { kind: HolderKind; id: string | null };

/** The ways to record a hand-over: a scanned code, a typed code or status, or a confirmed list. */
export const CUSTODY_METHODS = ["scan", "typed", "list"] as const;
export type CustodyMethod = (typeof CUSTODY_METHODS)[number];

/** The largest number of pieces of a booking. */
export const MAX_PIECES = 50;

export type CustodyEntry = {
  id: number;
  to: Holder;
  /** The time of the hand-over itself. The report may come later. */
  occurredAt: Date;
  /**
   * True if only one side reported the hand-over. Such an entry moves nothing. The other side's scan of the
   * piece adds another entry, which moves the piece.
   */
  oneSided: boolean;
  /** The id of the entry that this entry reverses, for example after staff undid a status; null if none. */
  reverses: number | null;
  /** The phone that reported the hand-over; null if there is none. */
  phone: ByPhone | null;
};

/** The sender holds a piece before the first hand-over. */
export const FIRST_HOLDER: Holder = { kind: "sender", id: null };

/** CUSTODY-6: a piece's holder after its latest hand-over, without one-sided and reversed entries. */
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
