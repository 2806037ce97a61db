/** The kinds of money that the daily totals count, shared by the database and the reports. */
import { PAYMENT_METHODS } from "./payment.ts";

/**
 * The meaning of each kind:
 *
 * - `charged`: prices before credit, including VAT.
 * - `credited`: referral credit deducted from prices.
 * - `received` and `reversed`: payments for bookings.
 * - `owed`: the part of prices that is unpaid now, in the total of the day of booking.
 * - `handling`: the company's fee for cash on delivery, including VAT.
 * - `collected` and `paid_out`: cash on delivery that belongs to senders and stores.
 * - `compensated`: money paid to senders for claims.
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

/** The payment methods of totals. The empty text stands for a total without a payment method. */
export const MONEY_METHODS = ["", ...PAYMENT_METHODS] as const;
/**
 * The spans of running totals. `to_month_end`: from a day to the end of the month. `to_year_end`: from the first day of
 * a month to the end of the year.
 */
export const LANE_SPANS = ["to_month_end", "to_year_end"] as const;
/** Running totals also exist for each service and each business, not only for each lane. */
export const SUBJECT_VIEWS = ["service", "business"] as const;
export type LaneSpan = (typeof LANE_SPANS)[number];
export type SubjectView = (typeof SUBJECT_VIEWS)[number];
