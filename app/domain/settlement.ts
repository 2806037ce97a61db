/** The words about cash on delivery that the database and several features share. */
import { formatNaira } from "./money.ts";
import { wordsOf } from "./words-of.ts";

export const ENTRY_KINDS = ["collected", "not_collected", "paid_out", "deducted", "reversed"] as const;

/** How a receiver pays for the goods at the door or at a hub's counter. */
export const COLLECTION_METHODS = ["cash", "pos"] as const;
/** COD-5: the reasons why less was collected than the sender asked for. */
export const COLLECTION_REASON_LABELS = {
  could_not_pay: "The receiver could not pay",
  refused: "The receiver refused the parcel",
  disputed: "The receiver says that the amount is wrong",
  paid_sender: "The receiver paid the sender",
  other: "Another reason",
};
export const COLLECTION_REASONS = wordsOf(COLLECTION_REASON_LABELS);

export type CollectionReason = (typeof COLLECTION_REASONS)[number];

export const COLLECT_LABEL = "Amount to collect";
export const MAX_COLLECT_KOBO = 500_000_000;
export const TOO_MUCH_TO_COLLECT = `We collect at most ${formatNaira(MAX_COLLECT_KOBO)} for one parcel`;

/** COD-3: the terms of the COD fee: a share of the collected amount, and a minimum. VAT is included. */
export type CodFeeTerms = { perMille: number; minimumKobo: number };

/**
 * Returns the COD fee of the collected amount, in kobo, rounded once, half up. 0 if nothing was collected. The fee is
 * never more than the amount, and never falls as the amount grows.
 */
export function codFeeOf(collectedKobo: number, { perMille, minimumKobo }: CodFeeTerms): number {
  if (collectedKobo <= 0) return 0;
  const share = Math.floor((collectedKobo * perMille + 500) / 1000);
  return Math.min(collectedKobo, Math.max(minimumKobo, share));
}

/** The terms of a booking's COD fee, with the totals of the booking's entries so far. */
export type CodAccount = {
  collectedKobo: number;
  codFeeKobo: number;
  codFeePerMille: number;
  codFeeMinimumKobo: number;
};

/**
 * Returns the COD fee that a new entry of `kobo` adds. The fees of all entries add up to the fee of the whole amount.
 */
export function codFeeAdded(account: CodAccount, kobo: number): number {
  const { collectedKobo, codFeeKobo, codFeePerMille: perMille, codFeeMinimumKobo: minimumKobo } = account;
  return codFeeOf(collectedKobo + kobo, { perMille, minimumKobo }) - codFeeKobo;
}

/**
 * Returns an account number of which only the last four digits are readable. Only a super admin sees the whole number.
 */
export const maskedAccount = (accountNumber: string): string => `•••• ${accountNumber.slice(-4)}`;

/**
 * CASH-3: returns what can be paid out now, in kobo. `heldKobo` is what cannot be paid out yet, such as money that
 * riders have not handed in.
 */
export const payableOf = ({ owedKobo, heldKobo }: { owedKobo: number; heldKobo: number }): number =>
  Math.max(0, owedKobo - Math.max(0, heldKobo));

/** CASH-3: the amounts that cannot be paid out yet, in kobo, by the reason. */
export type HeldAmounts = Record<"online" | "riders" | "claims", number>;

const WHY_HELD: Readonly<Record<keyof HeldAmounts, string>> = {
  online: "was paid online: it can be paid out once these parcels are delivered",
  riders: "is with our riders: it can be paid out once they have paid it in",
  claims: "waits until a claim is decided",
};

/** Writes the amounts that cannot be paid out yet, with their reasons. Empty if there are none. */
export const heldText = (held: HeldAmounts): string =>
  (["online", "riders", "claims"] as const)
    .filter((part) => held[part] > 0)
    .map((part) => `${formatNaira(held[part])} ${WHY_HELD[part]}.`)
    .join(" ");

/** CASH-10: writes 'We pay it out within 2 days of that.' Empty if the company promises nothing. */
export const promiseText = (days: number): string =>
  days === 0 ? "" : `We pay it out within ${days === 1 ? "1 day" : `${days} days`} of that.`;
