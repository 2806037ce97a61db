/**
 * BOOK-7: loads the recogniser of places once the page is idle. On a slow connection it loads when the first letter
 * of an address is typed, because the names of all places are larger than the rest of a form.
 */
import { useEffect, useSyncExternalStore } from "react";
import { isSlowLine, whenIdle } from "../ui/when-idle.ts";

const fetchPlaces = async () => (await import("./prepare-places.ts")).preparePlaces();
type Places = Awaited<ReturnType<typeof fetchPlaces>>;

let places: Places | null = null;
let fetching: Promise<void> | undefined;
const waiting = new Set<() => void>();

function load(): void {
  fetching ??= fetchPlaces().then(
    (fetched) => {
      places = fetched;
      for (const tell of waiting) tell();
    },
    () => {
      // Without a network the recogniser does not load. The server then reads the address, and the next form tries to
      // load it again.
      fetching = undefined;
    },
  );
}

function subscribe(tell: () => void) {
  waiting.add(tell);
  return () => void waiting.delete(tell);
}

/** Returns the recogniser. Null until it is loaded, and without JavaScript. */
export function usePlaces(): Places | null {
  useEffect(() => {
    if (!isSlowLine()) return whenIdle(load);
    const typed = ({ target }: Event) => {
      if (target instanceof HTMLTextAreaElement && /address$/i.test(target.name)) load();
    };
    window.addEventListener("input", typed);
    return () => window.removeEventListener("input", typed);
  }, []);
  return useSyncExternalStore(
    subscribe,
    () => places,
    () => null,
  );
}
