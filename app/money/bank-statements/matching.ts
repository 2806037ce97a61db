/** BANK-2: the facts with which the lines of a statement are matched with bookings. Pure. */
import type { LineCodes, LineState, TransferPart } from "../../domain/payment.ts";
import type { Again } from "./known-rows.ts";

export type KnownBooking = {
  code: string;
  /** The amount left to pay; null if the booking has no price. */
  leftKobo: number | null;
  /** The amount in the sender's open transfer notice; null if there is none. */
  noticeKobo: number | null;
  /** Transfers that staff recorded by hand. A line of an equal amount may be one of these, with another reference. */
  byHandKobo: readonly number[];
  /** The Lagos day of booking, or of the invoice. */
  bookedOn: string;
  /** Of an invoice, what is open of all invoices of its business: what is over becomes credit (BUSINESS-8). */
  openOfBusiness?: number;
};

/** A sender's open transfer notice: its booking and amount. */
export type KnownNotice = { code: string; kobo: number };

export type Known = {
  /** Bookings by code, and invoices by number. */
  bookings: ReadonlyMap<string, KnownBooking>;
  /** The rows that name a business with open invoices, each with its name and its oldest open invoice. */
  named: ReadonlyMap<number, { business: string; code: string }>;
  /** The open transfer notices that give a reference, by reference. */
  notices: ReadonlyMap<string, readonly KnownNotice[]>;
  /** The rows that were recorded or skipped before, or that may have been, by their numbers. */
  again: ReadonlyMap<number, Again>;
  /** The rows that take back a row or a payment, or are taken back, each with the reason. */
  takenBack: ReadonlyMap<number, string>;
};

/**
 * A line with the codes that were found in its text. `key` is the bank's reference, if it identifies the line, else
 * empty. `kobo` and `on` are null if the line cannot be read.
 */
export type LookedUp = {
  row: number;
  on: string | null;
  kobo: number | null;
  direction: "in" | "out";
  broken: string | null;
  doubts: readonly string[];
  key: string;
  codes: LineCodes;
};
export type Readable = LookedUp & { kobo: number };

export type Found = { state: LineState; parts: TransferPart[]; why: string };
