/** What this browser keeps: bookings that wait for the network, and the last parcels. */
import { useEffect, useState } from "react";
import { deviceOwner } from "../ui/device-owner.ts";
import { listParcels, onCacheChange, outboxStore } from "./browser-store.ts";

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
    const stop = onCacheChange(load);
    return () => {
      shown = false;
      stop();
    };
  }, [read]);
  return kept;
}

const ownWaiting = async () => {
  const owner = deviceOwner();
  return (await outboxStore.list()).filter((booking) => booking.owner === owner);
};
const ownParcels = () => listParcels(deviceOwner());

/** Of the person whose page this is; nobody else's. */
export const useWaiting = () => useKept(ownWaiting);
export const useLastParcels = () => useKept(ownParcels);
