/** CASH-1: the vocabulary of cash accounts, and the denominations that are counted. Pure. */
import { wordsOf } from "./words-of.ts";

/** The kinds of holders of the company's cash. */
export const CASH_HOLDERS = ["rider", "hub"] as const;
export type CashHolderKind = (typeof CASH_HOLDERS)[number];
export type CashHolder = { kind: CashHolderKind; id: string };

/**
 * The kinds of entries. `change`: float given out in the morning, and given back; `collected`: recorded at a door or a
 * counter; `paid_in`: by a rider at a hub; `deposit`: at the bank; `correction`: made by staff who found a mistake.
 */
export const CASH_KIND_NAMES = {
  change: "Change",
  collected: "Collected",
  paid_in: "Paid in",
  deposit: "Bank deposit",
  expense: "Expense",
  shortage: "Shortage",
  overage: "Overage",
  correction: "Correction",
  reversed: "Reversed",
};
export const CASH_KINDS = wordsOf(CASH_KIND_NAMES);
export type CashKind = keyof typeof CASH_KIND_NAMES;

/**
 * Of one collection there is an entry for each, so that each follows the ledger that it belongs to. `over`: more than was to be paid.
 * `unbooked`: at a pickup that has no booking yet.
 */
export const CASH_PARTS = ["delivery", "goods", "over", "unbooked"] as const;
export type CashPart = (typeof CASH_PARTS)[number];

/** In naira, the largest first. */
export const NOTES = [1000, 500, 200, 100, 50, 20, 10, 5] as const;
/** The number of notes, by their value in naira. `coins` is the rest, in kobo. */
export type NoteCount = Partial<Record<`${(typeof NOTES)[number]}` | "coins", number>>;

export const notesKobo = (count: NoteCount): number =>
  NOTES.reduce<number>((sum, naira) => sum + (count[`${naira}`] ?? 0) * naira * 100, count.coins ?? 0);

/** '20 × ₦1,000, 3 × ₦500'; empty if nothing was counted. */
export const notesText = (count: NoteCount): string =>
  NOTES.flatMap((naira) => {
    const n = count[`${naira}`] ?? 0;
    return n > 0 ? [`${n} × ₦${naira.toLocaleString("en-NG")}`] : [];
  }).join(", ");

/** The largest amount of one entry. */
export const MAX_CASH_KOBO = 100_000_000_000;
