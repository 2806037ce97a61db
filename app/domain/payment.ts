/** How a booking is charged and paid: words that the database and several features share. */
import { wordsOf } from "./words-of.ts";

/** `return`: the charge before with the price of the way back (PRICE-13). */
export const CHARGE_KINDS = ["quoted", "set", "return"] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];
export const PAYMENT_DIRECTIONS = ["in", "out"] as const;
/** A sender's word that they paid: staff find the payment, or do not. */
export const NOTICE_STATES = ["open", "confirmed", "not_found"] as const;
/** An attempt to pay online. `not_paid` may still turn out to be paid; `problem`: money came that does not match. */
export const ONLINE_STATES = ["open", "paid", "not_paid", "problem"] as const;
/** What an attempt pays: what is left of the price, by the sender; or what is to be paid at the door, by the receiver. */
export const ONLINE_PAYS = ["price", "door"] as const;
export const ONLINE_PROBLEMS = ["wrong_amount", "wrong_currency", "not_owed"] as const;
/** What became of a payer's dispute about an online payment (chargeback): `lost` pays money back; `closed` without a decision. */
export const ONLINE_DISPUTES = ["open", "won", "lost", "closed"] as const;

/** `deducted`: taken from what a sender or store is owed for cash on delivery (PRICE-13). */
export const PAYMENT_METHOD_LABELS = {
  cash: "Cash",
  transfer: "Bank transfer",
  pos: "POS",
  online: "Online",
  deducted: "From cash on delivery",
};
/** What staff record; an online payment comes from its provider only. */
export const DESK_METHODS = ["cash", "transfer", "pos"] as const;
export const PAYMENT_METHODS = wordsOf(PAYMENT_METHOD_LABELS);

export type OnlineDispute = (typeof ONLINE_DISPUTES)[number];
export type OnlineState = (typeof ONLINE_STATES)[number];
export type OnlinePays = (typeof ONLINE_PAYS)[number];
export type OnlineProblem = (typeof ONLINE_PROBLEMS)[number];
export type DeskMethod = (typeof DESK_METHODS)[number];
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export type LineKind =
  "carriage" | "surcharge" | "remote" | "cover" | "rounding" | "return" | "vat" | "credit";
/** One line of a price, in whole kobo; only credit is below 0. */
export type PriceLine = { kind: LineKind; label: string; kobo: number };

/** A reference in one spelling, so that the same one twice is found: without spaces, in capitals. */
export function normaliseReference(text: string): string {
  return text.replace(/\s+/g, "").toUpperCase();
}

/** What a reference is kept as when it is used again after a reversal. Nobody can type these: what is typed is kept without spaces. */
export function numbered(reference: string): string[] {
  return ["#2", "#3", "#4", "#5"].map((number) => `${reference} ${number}`);
}

/** The first spelling of a reference that no reversed row has; itself where none is left. */
export function freeSpelling(reference: string, reversed: readonly (string | null)[]): string {
  return [reference, ...numbered(reference)].find((one) => !reversed.includes(one)) ?? reference;
}

/** Which column of a bank's statement, counted from 0, holds what. */
export type StatementColumns = {
  date: number;
  /** Money in; or every amount, where `direction` or the sign says which way. */
  amount: number;
  details: number;
  reference: number | null;
  /** 'CR' and 'DR'. */
  direction: number | null;
  /** Whether 03/04/2026 is the 3rd of April. */
  dayFirst: boolean;
};

/** Kobo of a transfer that pay one booking. */
export type TransferPart = { code: string; kobo: number };
/** What staff decided about rows of a statement, by row: the bookings that it pays; none leaves it out. */
export type StatementDecisions = Record<string, TransferPart[]>;

/** What became of a row of a bank's statement (BANK-2). */
export const LINE_STATES = ["matched", "doubtful", "unknown", "repeated", "left_out"] as const;
export type LineState = (typeof LINE_STATES)[number];

/** Codes of bookings in the text of a row, by how it states them; `named`: the first that it states, also of no booking. */
export type LineCodes = {
  stated: string[];
  bare: string[];
  near: string[];
  named: string | null;
  /** The row states more codes than are looked up. */
  tooMany: boolean;
};

/** What a page says about a statement without reading its rows. */
export type StatementSummary = {
  /** The parts that will be recorded, as a hash. */
  plan: string;
  counts: Record<LineState, number>;
  /** Of the matched rows. */
  payments: number;
  kobo: number;
  /** Rows that cannot be read, and rows of money out. */
  broken: number;
  others: number;
  /** Not every row was searched for typing errors: there were too many, or it took too long. */
  cut: boolean;
};
