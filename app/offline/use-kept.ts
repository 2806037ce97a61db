/** What this browser keeps: bookings that wait for the network, and the last parcels. */
import { useEffect, useState } from "react";
import { listParcels, onKeptChange, waitingShelf } from "./browser-store.ts";

function useKept<T>(read: () => Promise<T[]>): T[] {
  const [kept, setKept] = useState<T[]>([]);
  useEffect(() => {
    let shown = true;
    const load = () =>
      void read()
        .then((found) => shown && setKept(found))
        .catch(() => {
          // A browser that keeps nothing has nothing to show.
        });
    load();
    const stop = onKeptChange(load);
    return () => {
      shown = false;
      stop();
    };
  }, [read]);
  return kept;
}

export const useWaiting = () => useKept(waitingShelf.list);
export const useLastParcels = () => useKept(listParcels);
