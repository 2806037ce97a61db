/** The places of the typed addresses in the booking form, and the present Lagos day. */
import { useSyncExternalStore } from "react";
import { usePlaces } from "../../places/use-places.ts";

const never = () => () => undefined;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The start of the present Lagos day. `now` is the start of the Lagos day on which the page was made, in milliseconds.
 * A page that the browser cached may be older, so the days since then are added by the device's clock.
 */
export function useNow(now: number): Date {
  const days = useSyncExternalStore(
    never,
    () => (document.documentElement.dataset["kept"] ? Math.floor((Date.now() - now) / DAY_MS) : 0),
    () => 0,
  );
  return new Date(now + days * DAY_MS);
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
