/** The vocabulary of charges and payments, for the database and several features. */
import { plainSigns } from "../text/plain-text.ts";
import { wordsOf } from "./words-of.ts";

/** `return` is the previous charge plus the price of the way back (PRICE-13). */
export const CHARGE_KINDS = ["quoted", "set", "return"] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];
export const PAYMENT_DIRECTIONS = ["in", "out"] as const;
/** A sender reports a transfer; staff find the payment, or not. */
export const NOTICE_STATES = ["open", "confirmed", "not_found"] as const;
/** `not_paid`: the payment may still arrive; `problem`: the money does not match the amount owed. */
export const ONLINE_STATES = ["open", "paid", "not_paid", "problem"] as const;
/** The sender pays the unpaid rest of the price, or the receiver pays the amount due at the door. */
export const ONLINE_PAYS = ["price", "door"] as const;
/** `goes_back` means that the receiver paid, but the parcel returns, is cancelled or lost. */
export const ONLINE_PROBLEMS = ["wrong_amount", "wrong_currency", "not_owed", "goes_back"] as const;
/** A payer's chargeback of an online payment. `lost`: the money is paid back; `closed`: no decision. */
export const ONLINE_DISPUTES = ["open", "won", "lost", "closed"] as const;

/**
 * `deducted` means paid from the cash on delivery owed to a sender or store (PRICE-13). `account` means paid
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
/** The payment methods for staff. An online payment is recorded only after its provider's report. */
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
/** Amounts are in whole kobo. Only lines of credit and of a business's discount are negative. */
export type PriceLine = { kind: LineKind; label: string; kobo: number };

/** A reference in one spelling, without spaces, in capitals: this finds a repeated reference. */
export function normaliseReference(text: string): string {
  return plainSigns(text).replace(/^'+/, "").replace(/\s+/g, "").toUpperCase();
}

/**
 * The stored spellings of a reference that is used again after a reversal. A typed reference is stored
 * without spaces, so it never equals one of these.
 */
export function numberedReferences(reference: string): string[] {
  return ["#2", "#3", "#4", "#5"].map((number) => `${reference} ${number}`);
}

/** The first spelling without a reversed payment; the reference itself if all spellings are used. */
export function freeSpelling(reference: string, reversed: readonly (string | null)[]): string {
  return [reference, ...numberedReferences(reference)].find((one) => !reversed.includes(one)) ?? reference;
}

/** The columns of a bank statement, counted from 0. */
export type StatementColumns = {
  date: number;
  /** The column of incoming amounts. Without `out` also outgoing amounts, with a sign or `direction`. */
  amount: number;
  out: number | null;
  details: number;
  reference: number | null;
  /** The column of words such as 'CR' or 'DR'. */
  direction: number | null;
  balance: number | null;
  /** True if the day comes first: 03/04/2026 is the 3rd of April. */
  dayFirst: boolean;
};

/** The part of a transfer that pays one booking, in kobo. */
export type TransferPart = { code: string; kobo: number };
/** The bookings that each row pays, by staff's decision. An empty list pays no booking. */
export type StatementDecisions = Record<string, TransferPart[]>;

/** BANK-2: `broken`: the row cannot be read; `out`: money out. */
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
 * The codes in a row's text. `stated`: complete codes of bookings; `bare`: codes without their letters;
 * `near`: codes with one typing error; `named`: the first complete code, with or without a booking.
 */
export type LineCodes = {
  stated: string[];
  bare: string[];
  near: string[];
  named: string | null;
  /** True if the row has more codes than are looked up. */
  tooMany: boolean;
};

/** A summary names at most this number of breaks, and of faults. */
export const MOST_NAMED = 50;

/**
 * BANK-4: a break of the running balance between two rows. `missing`: the balance's change beyond the rows'
 * amounts, in kobo, negative for money out.
 */
export type BalanceBreak = { above: number; below: number; missing: number };
export type BalanceProof = {
  /** The rows with money, and the rows that are beside no break. */
  rows: number;
  adding: number;
  newestFirst: boolean;
  breaks: BalanceBreak[];
};

/** `recorded`: paid bookings; `left_out`: a person skipped it; `taken_back`: reverses a payment. */
export const BANK_ROW_OUTCOMES = ["recorded", "left_out", "taken_back"] as const;

/** The beginning of a bank's file: a person chooses the columns. */
export type StatementPreview = {
  /** The first rows above, at and below the heading, each with its line. */
  rows: { row: number; cells: string[] }[];
  headingLine: number;
  heading: string[];
  /** The recognised columns; -1 for a column that a person must choose. */
  columns: StatementColumns;
  /** True if the days do not show whether the day or the month comes first. */
  asksDays: boolean;
  proven: boolean;
  /** The sheets of the workbook that are not read. */
  otherSheets: string[];
};

/** The facts about a statement for a page that does not read the statement's rows. */
export type StatementSummary = {
  /** A hash of the payments to record. After a change of the payments, the recording is refused. */
  plan: string;
  counts: Record<LineState, number>;
  /** The payments from the matched rows: number and total. */
  payments: number;
  kobo: number;
  /** The proof by the running balance; null if the file has no running balance. */
  proof: BalanceProof | null;
  /** The first untrustworthy rows, each with its fault. */
  faults: { row: number; why: string }[];
  /** True if the search for typing errors skipped rows: it had too many rows, or took too long. */
  cut: boolean;
};
