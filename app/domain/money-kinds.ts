/** What the kept daily numbers of money count: words that the database and the reports share. */
import { PAYMENT_METHODS } from "./payment.ts";

/**
 * `charged`: prices before credit, VAT in them; `credited`: referral credit taken off; `received` and `reversed`: payments for
 * bookings; `owed`: what is left to pay, by the day of booking; `handling`: our share of cash on delivery, VAT in it; `collected`
 * and `paid_out`: money of senders and stores; `compensated`: paid to senders for claims.
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
export type MoneyKind = (typeof MONEY_KINDS)[number];

/** '' for what has no method. */
export const MONEY_METHODS = ["", ...PAYMENT_METHODS] as const;
/** From a day to the end of its month, and from the first day of a month to the end of its year. */
export const LANE_SPANS = ["to_month_end", "to_year_end"] as const;
export type LaneSpan = (typeof LANE_SPANS)[number];
