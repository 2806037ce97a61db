/** BANK-2: the facts that are needed to match the lines of a statement with bookings. Pure. */
import type { LineCodes, LineState, TransferPart } from "../../domain/payment.ts";
import type { Again } from "./known-rows.ts";

export type KnownBooking = {
  code: string;
  /** The unpaid kobo. Null if the booking has no price. */
  leftKobo: number | null;
  noticeKobo: number | null;
  /**
   * Transfers that staff recorded by hand. A line of the same amount may be one of these transfers under another
   * reference.
   */
  byHandKobo: readonly number[];
  /** The Lagos day of the booking or the invoice. */
  bookedOn: string;
  /**
   * Only for an invoice: the open amount of all invoices of the business. Money above this becomes credit (BUSINESS-8).
   */
  openOfBusiness?: number;
};

export type KnownNotice = { code: string; kobo: number };

export type KnownForMatching = {
  bookings: ReadonlyMap<string, KnownBooking>;
  /** For each row that names a business with open invoices: the business's name and its oldest open invoice. */
  named: ReadonlyMap<number, { business: string; code: string }>;
  notices: ReadonlyMap<string, readonly KnownNotice[]>;
  /** By row number: whether the row was recorded or skipped before, or whether a person must decide this. */
  again: ReadonlyMap<number, Again>;
  /** By row number: why the row may reverse another row or a payment, or why another row may reverse it. */
  takenBack: ReadonlyMap<number, string>;
};

/**
 * `text`: the words of the row. `key`: the bank's reference, or empty if it does not identify the line. `kobo`, `on`: null
 * if unreadable.
 */
export type LookedUp = {
  row: number;
  on: string | null;
  kobo: number | null;
  direction: "in" | "out";
  broken: string | null;
  doubts: readonly string[];
  key: string;
  text: string;
  codes: LineCodes;
};
export type Readable = LookedUp & { kobo: number };

export type LineMatch = { state: LineState; parts: TransferPart[]; why: string };
