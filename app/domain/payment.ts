/** The vocabulary of charges and payments, shared by the database and several features. */
import { wordsOf } from "./words-of.ts";

/** `return`: the previous charge with the price of the way back (PRICE-13). */
export const CHARGE_KINDS = ["quoted", "set", "return"] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];
export const PAYMENT_DIRECTIONS = ["in", "out"] as const;
/** A sender's notice that they paid. Staff find the payment, or do not. */
export const NOTICE_STATES = ["open", "confirmed", "not_found"] as const;
/** An attempt to pay online. `not_paid` may still turn into paid; `problem`: the money that came does not match. */
export const ONLINE_STATES = ["open", "paid", "not_paid", "problem"] as const;
/**
 * The purpose of an attempt: the unpaid rest of the price, by the sender; or the amount due at the door, by the receiver.
 */
export const ONLINE_PAYS = ["price", "door"] as const;
/** `goes_back`: its receiver paid, and the parcel goes back to its sender, was cancelled or is lost. */
export const ONLINE_PROBLEMS = ["wrong_amount", "wrong_currency", "not_owed", "goes_back"] as const;
/**
 * The outcomes of a payer's dispute about an online payment (chargeback). `lost`: money is paid back; `closed`: without a
 * decision.
 */
export const ONLINE_DISPUTES = ["open", "won", "lost", "closed"] as const;

/** `deducted`: taken from the cash on delivery that a sender or store is owed (PRICE-13). */
export const PAYMENT_METHOD_LABELS = {
  cash: "Cash",
  transfer: "Bank transfer",
  pos: "POS",
  online: "Online",
  deducted: "From cash on delivery",
};
/** The methods that staff record. An online payment comes from its provider only. */
export const DESK_METHODS = ["cash", "transfer", "pos"] as const;
export const PAYMENT_METHODS = wordsOf(PAYMENT_METHOD_LABELS);

export type OnlineDispute = (typeof ONLINE_DISPUTES)[number];
export type OnlineState = (typeof ONLINE_STATES)[number];
export type OnlinePays = (typeof ONLINE_PAYS)[number];
export type OnlineProblem = (typeof ONLINE_PROBLEMS)[number];
export type DeskMethod = (typeof DESK_METHODS)[number];
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export type LineKind =
  | "carriage"
  | "surcharge"
  | "remote"
  | "cover"
  | "rounding"
  | "return"
  | "vat"
  | "credit";
/** One line of a price, in whole kobo. Only credit is negative. */
export type PriceLine = { kind: LineKind; label: string; kobo: number };

/** A reference in one spelling, without spaces and in capitals, so that a repeated reference is found. */
export function normaliseReference(text: string): string {
  return text.replace(/\s+/g, "").toUpperCase();
}

/**
 * The stored spellings of a reference that is used again after a reversal. Typed references are stored without spaces, so
 * they cannot clash with these.
 */
export function numbered(reference: string): string[] {
  return ["#2", "#3", "#4", "#5"].map((number) => `${reference} ${number}`);
}

/** The first spelling of a reference that no reversed row has; the reference itself if none is left. */
export function freeSpelling(reference: string, reversed: readonly (string | null)[]): string {
  return [reference, ...numbered(reference)].find((one) => !reversed.includes(one)) ?? reference;
}

/** The columns of a bank statement, counted from 0. */
export type StatementColumns = {
  date: number;
  /** The column of money in; or of every amount, if `direction` or the sign tells in from out. */
  amount: number;
  details: number;
  reference: number | null;
  /** The column of 'CR' and 'DR'. */
  direction: number | null;
  /** True if 03/04/2026 is the 3rd of April. */
  dayFirst: boolean;
};

/** The part of a transfer that pays one booking, in kobo. */
export type TransferPart = { code: string; kobo: number };
/** The decisions of staff about rows of a statement: the bookings that a row pays. An empty list leaves the row out. */
export type StatementDecisions = Record<string, TransferPart[]>;

/** The outcomes for a row of a bank statement (BANK-2). */
export const LINE_STATES = ["matched", "doubtful", "unknown", "repeated", "left_out"] as const;
export type LineState = (typeof LINE_STATES)[number];

/** The booking codes in the text of a row, by how the row states them. `named`: the first code in it, even of no booking. */
export type LineCodes = {
  stated: string[];
  bare: string[];
  near: string[];
  named: string | null;
  /** The row contains more codes than are looked up. */
  tooMany: boolean;
};

/** The facts that a page shows about a statement without reading its rows. */
export type StatementSummary = {
  /** A hash of the parts that will be recorded. */
  plan: string;
  counts: Record<LineState, number>;
  /** The total of the matched rows. */
  payments: number;
  kobo: number;
  /** Rows that cannot be read, and rows of money out. */
  broken: number;
  others: number;
  /** Some rows were not searched for typing errors: there were too many, or it took too long. */
  cut: boolean;
};
