/** Gives a component data that this browser has stored: reads it at first, and again after every change. */
import { useEffect, useState } from "react";
import { onStoreChange } from "./browser-store.ts";

export function useStored<T>(read: () => Promise<T[]>): T[] {
  const [stored, setStored] = useState<T[]>([]);
  useEffect(() => {
    let shown = true;
    const load = () =>
      void read()
        .then((found) => shown && setStored(found))
        .catch(() => {
          // The browser blocks its storage, so there is nothing to show.
        });
    load();
    const stop = onStoreChange(load);
    return () => {
      shown = false;
      stop();
    };
  }, [read]);
  return stored;
}
