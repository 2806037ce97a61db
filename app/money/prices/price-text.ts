/** The texts for a price, and for a missing price. */
import type { DeliveryType } from "../../domain/booking.ts";
import type { DeliveryDays } from "../../domain/delivery-days.ts";
import { formatNaira } from "../../domain/money.ts";
import type { NoPrice, Quote } from "./quote.ts";

/** The price and the days of a service, for the booking form. The price is empty without an active price list. */
export type QuoteText = {
  service: DeliveryType;
  name: string;
  price: string;
  days: DeliveryDays;
  /** BOOK-32: the days that the sender may choose for the pickup, separated by spaces. */
  pickups: string;
  /** For example 'If nobody takes it, the return costs ₦3,250'. Absent if a return is free. */
  back?: string;
};

export const VALUE_LABEL = "Value of the goods (₦)";
export const VALUE_HINT = "We pay up to this if it is lost or damaged. It adds to the price.";

export const WE_TELL = "We will tell you the price";

export const NOT_OFFERED = "Not available";

const NO_PRICE: Record<NoPrice, string> = {
  not_offered: NOT_OFFERED,
  on_request: WE_TELL,
  too_heavy: WE_TELL,
  no_zone: WE_TELL,
};

/** Returns a price as text, such as '₦6,450', or the reason for a missing price. */
export function priceText(price: Quote | null): string {
  if (!price) return WE_TELL;
  return price.ok ? formatNaira(price.totalKobo) : NO_PRICE[price.reason];
}
