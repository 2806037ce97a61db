/** The vocabulary of charges and payments, shared by the database and several features. */
import { plainSigns } from "../text/plain-text.ts";
import { wordsOf } from "./words-of.ts";

/** The kinds of charges. `return`: the previous charge with the price of the way back added (PRICE-13). */
export const CHARGE_KINDS = ["quoted", "set", "return"] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];
export const PAYMENT_DIRECTIONS = ["in", "out"] as const;
/** The states of a transfer notice: a sender says that they paid, and staff find the payment or do not. */
export const NOTICE_STATES = ["open", "confirmed", "not_found"] as const;
/**
 * The states of an attempt to pay online. `not_paid`: the payment may still arrive; `problem`: money came that does not
 * match the amount owed.
 */
export const ONLINE_STATES = ["open", "paid", "not_paid", "problem"] as const;
/**
 * The purposes of an attempt to pay online: the sender pays the unpaid rest of the price, or the receiver pays the
 * amount due at the receiver's door.
 */
export const ONLINE_PAYS = ["price", "door"] as const;
/**
 * The problems with money that came online. `goes_back`: the receiver paid, but the parcel is returning, cancelled or
 * lost.
 */
export const ONLINE_PROBLEMS = ["wrong_amount", "wrong_currency", "not_owed", "goes_back"] as const;
/**
 * The outcomes of a payer's dispute about an online payment (chargeback). `lost`: the money is paid back; `closed`: the
 * dispute ended without a decision.
 */
export const ONLINE_DISPUTES = ["open", "won", "lost", "closed"] as const;

/**
 * The payment methods. `deducted`: taken from the cash on delivery that a sender or store is owed (PRICE-13). `account`: paid
 * by money that a business sent for its invoices (BUSINESS-8).
 */
export const PAYMENT_METHOD_LABELS = {
  cash: "Cash",
  transfer: "Bank transfer",
  pos: "POS",
  online: "Online",
  deducted: "From cash on delivery",
  account: "Business account",
};
/** The payment methods that staff can record. An online payment is recorded only after a report of its provider. */
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
/** One line of a price, in whole kobo. Only lines of credit and of a business's discount are negative. */
export type PriceLine = { kind: LineKind; label: string; kobo: number };

/** A reference in one spelling, without spaces and in capitals, so that a repeated reference is found. */
export function normaliseReference(text: string): string {
  return plainSigns(text).replace(/^'+/, "").replace(/\s+/g, "").toUpperCase();
}

/**
 * The spellings under which a reference is stored if it is used again after a reversal. A typed reference is stored
 * without spaces, so it is never equal to one of these.
 */
export function numberedReferences(reference: string): string[] {
  return ["#2", "#3", "#4", "#5"].map((number) => `${reference} ${number}`);
}

/** The first spelling of a reference that no reversed payment has; the reference itself if all spellings are used. */
export function freeSpelling(reference: string, reversed: readonly (string | null)[]): string {
  return [reference, ...numberedReferences(reference)].find((one) => !reversed.includes(one)) ?? reference;
}

/** The columns of a bank statement, counted from 0. */
export type StatementColumns = {
  date: number;
  /**
   * The column of incoming amounts. Without `out` it also holds outgoing amounts, which `direction` or a sign
   * identifies.
   */
  amount: number;
  /** The column of outgoing amounts. */
  out: number | null;
  details: number;
  reference: number | null;
  /** The column that holds words such as 'CR' or 'DR'. */
  direction: number | null;
  balance: number | null;
  /** True if the day comes first in this file: 03/04/2026 is the 3rd of April. */
  dayFirst: boolean;
};

/** The part of a transfer that pays one booking, in kobo. */
export type TransferPart = { code: string; kobo: number };
/** Staff's decisions about rows of a statement: the bookings that each row pays. A row with an empty list pays none. */
export type StatementDecisions = Record<string, TransferPart[]>;

/**
 * The outcomes for a row of a bank statement (BANK-2). `broken`: it cannot be read; `out`: money out.
 */
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
 * The booking codes in the text of a statement's row. `stated`: complete codes of bookings; `bare`: codes of bookings
 * without their letters; `near`: codes of bookings that differ by one typing error; `named`: the first complete code,
 * even if no booking has it.
 */
export type LineCodes = {
  stated: string[];
  bare: string[];
  near: string[];
  named: string | null;
  /** True if the row contains more codes than are looked up. */
  tooMany: boolean;
};

/** The largest number of breaks, and of faults, that a summary names. */
export const MOST_NAMED = 50;

/**
 * BANK-4: a place where the running balance of a statement breaks, between two rows. `missing`: what the balance changed
 * there beyond what the rows say, in kobo, negative for money out.
 */
export type BalanceBreak = { above: number; below: number; missing: number };
export type BalanceProof = {
  /** The number of rows with money, and of those that are beside no break. */
  rows: number;
  adding: number;
  newestFirst: boolean;
  breaks: BalanceBreak[];
};

/**
 * What became of a bank's row. `recorded`: it paid bookings; `left_out`: a person skipped it; `taken_back`: money out that
 * takes back a recorded payment.
 */
export const BANK_ROW_OUTCOMES = ["recorded", "left_out", "taken_back"] as const;

/** The beginning of a bank's file, for the person who chooses its columns. */
export type StatementPreview = {
  /** The first rows above, at and below the heading, each with its line. */
  rows: { row: number; cells: string[] }[];
  headingLine: number;
  heading: string[];
  /** The columns that the cells tell; -1 for one that a person must choose. */
  columns: StatementColumns;
  /** True if the days do not tell whether the day or the month comes first. */
  asksDays: boolean;
  proven: boolean;
  /** The names of sheets of the workbook that are not read. */
  otherSheets: string[];
};

/** The facts that a page shows about a statement without reading its rows. */
export type StatementSummary = {
  /** A hash of the payments to record. Recording is refused if the payments have changed since staff saw them. */
  plan: string;
  counts: Record<LineState, number>;
  /** The number of payments from the matched rows, and their total. */
  payments: number;
  kobo: number;
  /** The rows as their running balance proves them; null if the file has no running balance. */
  proof: BalanceProof | null;
  /** The first rows that cannot be trusted as the file has them, each with its fault. */
  faults: { row: number; why: string }[];
  /** True if some rows were not searched for typing errors, because there were too many or the search took too long. */
  cut: boolean;
};
