/**
 * Custody: who holds a piece of a booking. A piece has exactly one holder at any moment. Each hand-over is a row that is only added
 * (`custody_entries`); the present holder is derived from them by `holderOf`. Pure.
 */
import { wordsOf } from "./words-of.ts";

/** Who can hold a piece, as a booking's page says it ('Held by the sender'). `lost`: nobody knows where it is. */
export const HOLDER_NAMES = {
  sender: "the sender",
  hub: "a hub",
  rider: "a rider",
  partner: "a transport partner",
  receiver: "the receiver",
  lost: "nobody we know",
};
export type HolderKind = keyof typeof HOLDER_NAMES;
export const HOLDER_KINDS = wordsOf(HOLDER_NAMES);

/** A hub, a rider and a partner have an id; of the others each booking has one. */
export type Holder = { kind: HolderKind; id: string | null };

/** How we know of a hand-over: a scanned code, a code or status that somebody typed, or a list that was confirmed as a whole. */
export const CUSTODY_METHODS = ["scan", "typed", "list"] as const;
export type CustodyMethod = (typeof CUSTODY_METHODS)[number];

/** A booking has at most so many pieces. */
export const MAX_PIECES = 50;

export type CustodyEntry = {
  id: number;
  to: Holder;
  /** The deed. */
  occurredAt: Date;
  /** A claim says what one side did. It moves nothing until the other side's scan (a row that is no claim). */
  claim: boolean;
  /** The entry that this one takes back, as where a status was undone. */
  reverses: number | null;
};

/** Before its first hand-over a piece is with its sender. */
export const FIRST_HOLDER: Holder = { kind: "sender", id: null };

/**
 * The holder of a piece, from all its entries in any order: the one to whom the latest deed gave it. Claims move nothing, an entry
 * that was reversed did not happen.
 */
export function holderOf(entries: readonly CustodyEntry[]): Holder & { since: Date | null } {
  const reversed = new Set(entries.map(({ reverses }) => reverses));
  const last = entries
    .filter(({ id, claim, reverses }) => !claim && reverses === null && !reversed.has(id))
    .toSorted(inOrder)
    .at(-1);
  return last ? { ...last.to, since: last.occurredAt } : { ...FIRST_HOLDER, since: null };
}

/**
 * Of deeds in one moment, as two that the office enters to the minute: who is further on the way has it. Received and loaded at 14:00 is
 * with the rider, and whoever has it beats 'nobody knows'. The order in which we heard of them decides nothing.
 */
const TIES: readonly HolderKind[] = ["lost", "sender", "hub", "partner", "rider", "receiver"];
const inOrder = (a: CustodyEntry, b: CustodyEntry) =>
  a.occurredAt.getTime() - b.occurredAt.getTime() ||
  TIES.indexOf(a.to.kind) - TIES.indexOf(b.to.kind) ||
  String(a.to.id).localeCompare(String(b.to.id));

export const isSameHolder = (a: Holder, b: Holder): boolean => a.kind === b.kind && a.id === b.id;
