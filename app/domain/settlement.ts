/** Cash on delivery: words for the database and several features. */
import { formatNaira } from "./money.ts";
import { wordsOf } from "./words-of.ts";

export const ENTRY_KINDS = ["collected", "not_collected", "paid_out", "deducted", "reversed"] as const;

/** How a receiver pays for the goods at the door or at a hub's counter. */
export const COLLECTION_METHODS = ["cash", "pos"] as const;
/** The reasons why less was collected than the sender asked for. */
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

/** COD-3: the COD fee: a share of the collected amount, and a minimum. VAT is included. */
export type CodFeeTerms = { perMille: number; minimumKobo: number };

/**
 * The COD fee of the collected amount, in kobo, rounded once, half a kobo up; 0 without money. The fee is
 * never more than the amount, and never falls as the amount grows.
 */
export function codFeeOf(collectedKobo: number, { perMille, minimumKobo }: CodFeeTerms): number {
  if (collectedKobo <= 0) return 0;
  const share = Math.floor((collectedKobo * perMille + 500) / 1000);
  return Math.min(collectedKobo, Math.max(minimumKobo, share));
}

/** The terms of a booking's cash on delivery, with the sums of its entries so far. */
export type CodAccount = {
  collectedKobo: number;
  codFeeKobo: number;
  codFeePerMille: number;
  codFeeMinimumKobo: number;
};

/** The COD fee that an entry of `kobo` adds: the sum of all entries' fees is the fee of the whole amount. */
export function codFeeAdded(account: CodAccount, kobo: number): number {
  const { collectedKobo, codFeeKobo, codFeePerMille: perMille, codFeeMinimumKobo: minimumKobo } = account;
  return codFeeOf(collectedKobo + kobo, { perMille, minimumKobo }) - codFeeKobo;
}

/** The last four digits of a bank account, for everybody but a super admin. */
export const maskedAccount = (accountNumber: string): string => `•••• ${accountNumber.slice(-4)}`;

/** CASH-3: payable now, in kobo. Money with riders becomes payable after its pay-in. */
export const payableOf = ({ owedKobo, heldKobo }: { owedKobo: number; heldKobo: number }): number =>
  Math.max(0, owedKobo - Math.max(0, heldKobo));

/** CASH-3: the parts that cannot be paid out yet, in kobo, by their reason. */
export type HeldAmounts = Record<"online" | "riders" | "claims", number>;

const WHY_HELD: Readonly<Record<keyof HeldAmounts, string>> = {
  online: "was paid online: it can be paid out once these parcels are delivered",
  riders: "is with our riders: it can be paid out once they have paid it in",
  claims: "waits until a claim is decided",
};

/** The parts that cannot be paid out yet, with their reasons; empty if there is none. */
export const heldText = (held: HeldAmounts): string =>
  (["online", "riders", "claims"] as const)
    .filter((part) => held[part] > 0)
    .map((part) => `${formatNaira(held[part])} ${WHY_HELD[part]}.`)
    .join(" ");

/** CASH-10: writes 'We pay it out within 2 days of that.'; empty without a promise. */
export const promiseText = (days: number): string =>
  days === 0 ? "" : `We pay it out within ${days === 1 ? "1 day" : `${days} days`} of that.`;
