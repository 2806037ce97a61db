/** CASH-1: the words for cash accounts, and the banknotes that are counted. Pure. */
import { formatNaira } from "./money.ts";
import { wordsOf } from "./words-of.ts";

export const CASH_HOLDERS = ["rider", "hub"] as const;
type CashHolderKind = (typeof CASH_HOLDERS)[number];
export type CashHolder = { kind: CashHolderKind; id: string };

/**
 * The kinds of entries in a cash account. `change`: small money that a rider gets in the morning and gives back;
 * `collected`: money taken at a receiver's door or a hub's counter; `paid_in`: cash that a rider hands in at a hub;
 * `deposit`: cash taken to the bank; `correction`: an entry by staff who found a mistake.
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
 * The parts of one collection. Each part is a separate entry, because money for the delivery and for the goods belongs
 * to different ledgers. `over`: the amount above the amount due; `unbooked`: money from a pickup that has no booking
 * yet.
 */
export const CASH_PARTS = ["delivery", "goods", "over", "unbooked"] as const;
export type CashPart = (typeof CASH_PARTS)[number];

/** DEED-10, TRIP-17: if the rider took cash in a deed, these are the reasons why staff cannot undo the deed. */
export const SETTLED_CASH = {
  paid_out: "the money was paid out",
  counted: "the cash was counted",
  banked: "the cash was taken to the bank",
  corrected: "the rider’s account of cash was corrected",
} as const;
export type SettledCash = keyof typeof SETTLED_CASH;

/** Explains why a deed with cash cannot be undone, and what must be done first. */
export const cashFirst = (settled: SettledCash): string =>
  `${SETTLED_CASH[settled]} after this entry. First a super admin reverses what was collected, on the money pages of its parcel${settled === "paid_out" ? "" : ", or a cashier takes that back, in the rider’s account of cash"}.`;

/** The values of the counted banknotes, in naira, the largest first. */
export const NOTES = [1000, 500, 200, 100, 50, 20, 10, 5] as const;
/** The number of banknotes of each value in naira. `coins` is the total of the coins, in kobo. */
export type NoteCount = Partial<Record<`${(typeof NOTES)[number]}` | "coins", number>>;

export const notesKobo = (count: NoteCount): number =>
  NOTES.reduce<number>((sum, naira) => sum + (count[`${naira}`] ?? 0) * naira * 100, count.coins ?? 0);

/** Writes a count as '20 × ₦1,000, 3 × ₦500'; empty if nothing was counted. */
export const notesText = (count: NoteCount): string =>
  NOTES.flatMap((naira) => {
    const n = count[`${naira}`] ?? 0;
    return n > 0 ? [`${n} × ${formatNaira(naira * 100)}`] : [];
  }).join(", ");

/**
 * CASH-13: returns the kobo that are missing when cash is counted; negative for a surplus. The rider may also hand in
 * cash from unconfirmed deeds, up to `toldKobo`: this cash is neither owed nor a surplus.
 */
export const shortKoboOf = (countedKobo: number, balanceKobo: number, toldKobo: number): number =>
  Math.max(0, balanceKobo - countedKobo) - Math.max(0, countedKobo - balanceKobo - toldKobo);
