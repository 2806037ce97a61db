/** What people read where there is a price, and where there is none. */
import { formatNaira } from "../../domain/money.ts";
import type { NoPrice, Quote } from "./quote.ts";

/** What the booking form is told about a service; `arrives`: 'By Wed 25 Nov at the latest'. */
export type QuoteText = { service: string; name: string; price: string; arrives: string };

export const WE_TELL = "We will tell you the price";

const NO_PRICE: Record<NoPrice, string> = {
  not_offered: "Not available",
  on_request: WE_TELL,
  too_heavy: WE_TELL,
  no_zone: WE_TELL,
};

/** '₦6,450', or in words why there is no price. */
export function priceText(price: Quote | null): string {
  if (!price) return WE_TELL;
  return price.ok ? formatNaira(price.totalKobo) : NO_PRICE[price.reason];
}
