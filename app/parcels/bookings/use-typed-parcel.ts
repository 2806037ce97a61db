/** The places of the typed addresses in the booking form, and the days of the parcel. */
import { useSyncExternalStore } from "react";
import type { DeliveryType } from "../../domain/booking.ts";
import type { DeliveryDays } from "../../domain/delivery-days.ts";
import type { QuoteText } from "../../money/prices/price-text.ts";
import { usePlaces } from "../../places/use-places.ts";

/**
 * The days of a parcel that is booked now, by service; the days that its sender may choose for the pickup, separated
 * by spaces; and the time from which they change, in milliseconds.
 */
export type PageDays = { first: Record<DeliveryType, DeliveryDays>; pickups: string; until: number };

const never = () => () => undefined;

/**
 * The days of a service: those that the server said for the typed parcel, else those of the page. A page that the browser
 * kept beyond the next cut-off says none before the server was asked again, because its own may be over.
 */
export function useDays(
  { first, until }: PageDays,
  quotes: readonly QuoteText[],
): (service: DeliveryType) => DeliveryDays | null {
  const isOver = useSyncExternalStore(
    never,
    () => document.documentElement.dataset["kept"] !== undefined && Date.now() >= until,
    () => false,
  );
  return (service) =>
    quotes.find((quote) => quote.service === service)?.days ?? (isOver ? null : first[service]);
}

/** Both places of the typed addresses; null until the script that recognises places is loaded. */
export function useEnds(values: Record<string, string> | null) {
  const places = usePlaces();
  if (!values || !places) return { origin: null, destination: null, apart: false };
  const of = (end: string) => places.placeOf(values[`${end}Address`] ?? "", values[`${end}State`] ?? "");
  const [origin, destination] = [of("sender"), of("receiver")];
  return {
    origin,
    destination,
    apart: origin !== null && destination !== null && !places.isSamePlace(origin, destination),
  };
}
