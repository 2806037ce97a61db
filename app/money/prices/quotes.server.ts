/** Prices of one parcel for every service, from the active list. */
import {
  DELIVERY_TYPE_LABELS,
  DELIVERY_TYPES,
  estimatedDelivery,
  type DeliveryType,
} from "../../domain/booking.ts";
import { formatNearDate, lagosDay } from "../../domain/dates.ts";
import type { Services } from "../../platform/services.server.ts";
import { currentPrices } from "./current-prices.server.ts";
import { priceText, type QuoteText } from "./price-text.ts";
import { quote, type Parcel, type Quote } from "./quote.ts";
import { ifItComesBack, returnFee } from "./return-fee.ts";

/** The price and latest day of a service. `back`: the price of a return in words; null if a return costs nothing. */
export type ServiceQuote = { service: DeliveryType; quote: Quote; arrives: Date; back: string | null };
export type Quotes = { version: number; services: ServiceQuote[] };

/**
 * The latest day (BOOK-4) and the price (PRICE-2) for each service; null if there is no active list. Weight in grams, money
 * in kobo.
 */
export async function quoteServices(
  services: Services,
  parcel: Omit<Parcel, "service" | "day">,
): Promise<Quotes | null> {
  const at = services.now();
  const current = await currentPrices(services, at);
  if (!current) return null;
  const day = lagosDay(at);
  return {
    version: current.version,
    services: DELIVERY_TYPES.map((service) => {
      const price = quote(current.list, { ...parcel, service, day });
      return {
        service,
        quote: price,
        arrives: estimatedDelivery(service, at),
        back: price.ok ? ifItComesBack(returnFee(current.list, price.totalKobo)) : null,
      };
    }),
  };
}

/** The quotes of a parcel in words, for the booking form; empty if there is no active list. */
export async function quoteTexts(
  services: Services,
  parcel: Omit<Parcel, "service" | "day">,
): Promise<QuoteText[]> {
  const quotes = await quoteServices(services, parcel);
  return (quotes?.services ?? []).map(({ service, quote: price, arrives, back }) => ({
    service,
    name: DELIVERY_TYPE_LABELS[service].name,
    price: priceText(price),
    day: formatNearDate(arrives),
    ...(back && { back }),
  }));
}

/**
 * The texts for each service while there is no active list: the latest day, and a note that the price follows. Same Day
 * is offered only within one state (BOOK-18).
 */
export const daysWithoutPrices = (
  services: Services,
  { from, to }: Pick<Parcel, "from" | "to">,
): ServiceQuote[] =>
  DELIVERY_TYPES.filter((service) => service !== "same_day" || from === to).map((service) => ({
    service,
    quote: { ok: false, reason: "on_request" },
    arrives: estimatedDelivery(service, services.now()),
    back: null,
  }));
