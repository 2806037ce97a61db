/** The kinds of money that the daily totals count, shared by the database and the reports. */
import { PAYMENT_METHODS } from "./payment.ts";

/**
 * `charged`: prices before credit, including VAT; `credited`: referral credit that was taken off; `received` and
 * `reversed`: payments for bookings; `owed`: the unpaid part, on the day of booking; `handling`: the company's fee
 * for cash on delivery, including VAT; `collected` and `paid_out`: money of senders and stores; `compensated`: money
 * paid to senders for claims.
 */
export const MONEY_KINDS = [
  "charged",
  "credited",
  "received",
  "reversed",
  "owed",
  "handling",
  "collected",
  "paid_out",
  "compensated",
] as const;

/** The empty text is the method of totals that have no payment method. */
export const MONEY_METHODS = ["", ...PAYMENT_METHODS] as const;
/** The spans of running totals: from a day to its month's end, and from a month's first day to its year's end. */
export const LANE_SPANS = ["to_month_end", "to_year_end"] as const;
/** Besides lanes, these subjects have running totals. */
export const SUBJECT_VIEWS = ["service", "business"] as const;
export type LaneSpan = (typeof LANE_SPANS)[number];
export type SubjectView = (typeof SUBJECT_VIEWS)[number];
