/** Finds the places of the typed addresses, and the days of the parcel. */
import { useSyncExternalStore } from "react";
import type { DeliveryType } from "../../domain/booking.ts";
import type { DeliveryDays } from "../../domain/delivery-days.ts";
import type { QuoteText } from "../../money/prices/price-text.ts";
import { usePlaces } from "../../places/use-places.ts";

/**
 * `first`: the days of each service. `pickups`: the possible pickup days, separated by spaces. `until`: the time in
 * milliseconds at which these days change.
 */
export type PageDays = { first: Record<DeliveryType, DeliveryDays>; pickups: string; until: number };

const never = () => () => undefined;

/**
 * Returns the days of the typed parcel, which the server calculates. Until the server has answered, returns the days in
 * the page. Returns none if the page comes from the browser's cache and its days may be over.
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

/** Finds the places of both typed addresses. Null until the script that recognises places is loaded. */
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
