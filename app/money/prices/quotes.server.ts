/** The prices of a parcel for every service, from the active list. */
import { DELIVERY_TYPE_LABELS, DELIVERY_TYPES, type DeliveryType } from "../../domain/booking.ts";
import { lagosDay } from "../../domain/dates.ts";
import type { DeliveryDays } from "../../domain/delivery-days.ts";
import { daysOf, pickupDaysOf, type DaysRules, type Journey } from "../../domain/places-days.ts";
import type { TownAndState } from "../../domain/states.ts";
import type { Services } from "../../platform/services.server.ts";
import { currentPrices } from "./current-prices.server.ts";
import { priceText, type QuoteText } from "./price-text.ts";
import { agreedQuote, type Agreement } from "./discount.ts";
import type { ParcelToQuote, Quote } from "./quote.ts";
import { ifItComesBack, returnFee } from "./return-fee.ts";

/** The price and days of a service. `back` is the price of a return in words, or null if a return is free. */
export type ServiceQuote = { service: DeliveryType; quote: Quote; days: DeliveryDays; back: string | null };
export type Quotes = { version: number; services: ServiceQuote[] };

/**
 * The facts that decide a parcel's days besides its service: both towns, the hub to which the sender brings the
 * parcel, and the chosen pickup day. Unknown facts are absent.
 */
export type DaysAsked = {
  fromTown?: string | null;
  toTown?: string | null;
  dropOffHubId?: string | null;
  chosen?: string | null;
};
type Asked = Omit<ParcelToQuote, "service" | "day"> & DaysAsked;

/** Returns the journey of a parcel. Unknown places are null. */
function journeyOf({
  from,
  to,
  fromTown,
  toTown,
  dropOffHubId,
  chosen,
}: DaysAsked & { from?: string; to?: string }): Omit<Journey, "service"> {
  const place = (state: string | undefined, town: string | null | undefined): TownAndState | null =>
    state ? { state, town: town ?? null } : null;
  const ends = { from: place(from, fromTown), to: place(to, toTown) };
  return { ...ends, dropOffHubId: dropOffHubId ?? null, chosen: chosen ?? null };
}

export function daysOfServices(
  rules: DaysRules,
  at: Date,
  asked: DaysAsked & { from?: string; to?: string } = {},
): Record<DeliveryType, DeliveryDays> {
  const of = (service: DeliveryType) => daysOf(rules, at, { service, ...journeyOf(asked) });
  return { standard: of("standard"), express: of("express"), same_day: of("same_day") };
}

/**
 * Returns each service's days (BOOK-4) and price (PRICE-2). Weights are in grams, prices in kobo. Null without an
 * active list.
 */
export async function quoteServices(
  services: Services,
  parcel: Asked,
  agreement: Agreement | null = null,
): Promise<Quotes | null> {
  const at = services.now();
  const current = await currentPrices(services, at);
  if (!current) return null;
  const day = lagosDay(at);
  const days = daysOfServices(await services.daysRules(at), at, parcel);
  return {
    version: current.version,
    services: DELIVERY_TYPES.map((service) => {
      const price = agreedQuote(current.list, agreement, { ...parcel, service, day });
      return {
        service,
        quote: price,
        days: days[service],
        back: price.ok ? ifItComesBack(returnFee(current.list, price.totalKobo)) : null,
      };
    }),
  };
}

/** Returns the quotes of a parcel in words. Without an active list the quotes have days but no price. */
export async function quoteTexts(
  services: Services,
  parcel: Asked,
  agreement: Agreement | null = null,
): Promise<QuoteText[]> {
  const quotes = await quoteServices(services, parcel, agreement);
  const at = services.now();
  const rules = await services.daysRules(at);
  const found = quotes?.services ?? (await daysWithoutPrices(services, parcel));
  return found.map(({ service, quote: price, days, back }) => ({
    service,
    name: DELIVERY_TYPE_LABELS[service].name,
    price: quotes ? priceText(price) : "",
    days,
    pickups: pickupDaysOf(rules, at, { service, ...journeyOf(parcel) }).join(" "),
    ...(back && { back }),
  }));
}

/** Returns each service's days if there is no price list. Leaves out Same Day between two states (BOOK-18). */
export async function daysWithoutPrices(services: Services, parcel: Asked): Promise<ServiceQuote[]> {
  const at = services.now();
  const days = daysOfServices(await services.daysRules(at), at, parcel);
  return DELIVERY_TYPES.filter((service) => service !== "same_day" || parcel.from === parcel.to).map(
    (service) => ({
      service,
      quote: { ok: false, reason: "on_request" },
      days: days[service],
      back: null,
    }),
  );
}
