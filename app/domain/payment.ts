/** The words for charges and payments, shared by the database and several features. */
import { plainSigns } from "../text/plain-text.ts";
import { wordsOf } from "./words-of.ts";

/** `return` is the previous charge plus the price of bringing the parcel back (PRICE-13). */
export const CHARGE_KINDS = ["quoted", "set", "return"] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];
export const PAYMENT_DIRECTIONS = ["in", "out"] as const;
/** The states of a transfer that the sender reported. `not_found`: staff did not find the money. */
export const NOTICE_STATES = ["open", "confirmed", "not_found"] as const;
/** `not_paid`: the payment may still arrive; `problem`: the money does not match the amount owed. */
export const ONLINE_STATES = ["open", "paid", "not_paid", "problem"] as const;
/** Online, the sender pays the unpaid part of the price, and the receiver the amount that is due at the door. */
export const ONLINE_PAYS = ["price", "door"] as const;
/** `goes_back` means that the receiver paid, but the parcel is returned, cancelled or lost. */
export const ONLINE_PROBLEMS = ["wrong_amount", "wrong_currency", "not_owed", "goes_back"] as const;
/**
 * The states of a payer's chargeback. `lost`: the money was paid back; `closed`: the dispute ended without a decision.
 */
export const ONLINE_DISPUTES = ["open", "won", "lost", "closed"] as const;

/**
 * `deducted` means paid from the cash on delivery that is owed to a sender or store (PRICE-13). `account` means paid
 * from money that a business sent for its invoices (BUSINESS-8).
 */
export const PAYMENT_METHOD_LABELS = {
  cash: "Cash",
  transfer: "Bank transfer",
  pos: "POS",
  online: "Online",
  deducted: "From cash on delivery",
  account: "Business account",
};
/**
 * The payment methods that staff can record. An online payment is recorded only after its provider has reported it.
 */
export const DESK_METHODS = ["cash", "transfer", "pos"] as const;
export const PAYMENT_METHODS = wordsOf(PAYMENT_METHOD_LABELS);

export type OnlineDispute = (typeof ONLINE_DISPUTES)[number];
export type OnlineState = (typeof ONLINE_STATES)[number];
export type OnlinePays = (typeof ONLINE_PAYS)[number];
export type OnlineProblem = (typeof ONLINE_PROBLEMS)[number];
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export type LineKind =
  | "carriage"
  | "surcharge"
  | "remote"
  | "cover"
  | "rounding"
  | "return"
  | "vat"
  | "discount"
  | "credit";
/** Amounts are in whole kobo. Only the lines for credit and for a business's discount are negative. */
export type PriceLine = { kind: LineKind; label: string; kobo: number };

/** Writes a reference in capitals without spaces, so that a repeated reference is recognised in any spelling. */
export function normaliseReference(text: string): string {
  return plainSigns(text).replace(/^'+/, "").replace(/\s+/g, "").toUpperCase();
}

/**
 * Returns the stored spellings of a reference that is used again after a reversal. A typed reference is stored
 * without spaces, so it is never the same as one of these.
 */
export function numberedReferences(reference: string): string[] {
  return ["#2", "#3", "#4", "#5"].map((number) => `${reference} ${number}`);
}

/**
 * Returns the first spelling of `reference` that is not in `reversed`, the references of reversed payments. If all
 * spellings are in `reversed`, returns the reference itself.
 */
export function freeSpelling(reference: string, reversed: readonly (string | null)[]): string {
  return [reference, ...numberedReferences(reference)].find((one) => !reversed.includes(one)) ?? reference;
}

/** The columns of a bank statement, counted from 0. */
export type StatementColumns = {
  date: number;
  /**
   * The column of incoming amounts. Without a column `out` it also has the outgoing amounts, which are marked
   * by a minus sign or by the word in the column `direction`.
   */
  amount: number;
  out: number | null;
  details: number;
  reference: number | null;
  /** The column with words such as 'CR' or 'DR'. They say whether money came in or went out. */
  direction: number | null;
  balance: number | null;
  /** True if the day comes first: 03/04/2026 is the 3rd of April. */
  dayFirst: boolean;
};

/** The part of a transfer that pays one booking, in kobo. */
export type TransferPart = { code: string; kobo: number };
/** For each row, the bookings that it pays, as staff decided. An empty list means that the row pays no booking. */
export type StatementDecisions = Record<string, TransferPart[]>;

/** BANK-2: `broken`: the row cannot be read; `out`: money went out. */
export const LINE_STATES = [
  "matched",
  "doubtful",
  "unknown",
  "broken",
  "repeated",
  "left_out",
  "out",
] as const;
export type LineState = (typeof LINE_STATES)[number];

/**
 * The codes in a row's text. `stated`: complete codes of bookings; `bare`: codes without their letters; `near`: codes
 * with one typing error; `named`: the first complete code, whether or not a booking has it.
 */
export type LineCodes = {
  stated: string[];
  bare: string[];
  near: string[];
  named: string | null;
  /** True if the row has more codes than the server looks up. */
  tooMany: boolean;
};

/**
 * A summary lists at most this many places where balances do not add up, and at most this many rows that cannot be
 * trusted.
 */
export const MOST_NAMED = 50;

/**
 * BANK-4: two neighbouring rows whose balances do not add up. `missing`: the part of the balance's change that no row
 * explains, in kobo; negative if money went out.
 */
export type BalanceBreak = { above: number; below: number; missing: number };
export type BalanceProof = {
  /**
   * `rows`: the number of rows with money. `adding`: the number of those whose balance agrees with the neighbouring
   * rows.
   */
  rows: number;
  adding: number;
  newestFirst: boolean;
  breaks: BalanceBreak[];
};

/**
 * The outcome of a row. `recorded`: it paid bookings; `left_out`: a person skipped it; `taken_back`: it reverses a
 * payment.
 */
export const BANK_ROW_OUTCOMES = ["recorded", "left_out", "taken_back"] as const;

/** The beginning of a bank's file, from which a person chooses the columns. */
export type StatementPreview = {
  /** The first rows, each with its row number: rows above the heading, the heading itself, and rows below. */
  rows: { row: number; cells: string[] }[];
  headingLine: number;
  heading: string[];
  /** The recognised columns; -1 for a column that a person must choose. */
  columns: StatementColumns;
  /** True if the dates do not show whether the day or the month comes first. */
  asksDays: boolean;
  proven: boolean;
  /** The sheets of the workbook that are not read. */
  otherSheets: string[];
};

/** The facts about a statement that a page shows without reading the statement's rows. */
export type StatementSummary = {
  /** A hash of the payments to record. If these payments change, the recording with an old hash is refused. */
  plan: string;
  counts: Record<LineState, number>;
  /** The number of payments from the matched rows. `kobo` is their total. */
  payments: number;
  kobo: number;
  /** The proof by the running balance. Null if the file has no running balance. */
  proof: BalanceProof | null;
  /** The first rows that cannot be trusted, each with its fault. */
  faults: { row: number; why: string }[];
  /** True if the search for typing errors skipped rows, because there were too many or the search took too long. */
  cut: boolean;
};
