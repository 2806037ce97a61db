/** Values that follow the typing in the booking form: the places of both ends, and the present Lagos day. */
import { useSyncExternalStore } from "react";
import { usePlaces } from "../../places/use-places.ts";

const never = () => () => undefined;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The start of the present Lagos day. The page gives it in milliseconds. A cached page may be older than a day; the
 * device's clock is used once the day of the page is over.
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
