/** The data that this browser stores: the outbox and the last parcels. */
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
          // Storage is blocked, so there is nothing to show.
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

/** Of this page's owner only. */
export const useWaiting = () => useKept(ownWaiting);
export const useLastParcels = () => useKept(ownParcels);
