/** The scan queue of this page in this browser. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { listScans, putScan, removeScans } from "../offline/stored-scans.ts";
import { OWNER_HEADER } from "../offline/outbox-headers.ts";
import { deviceOwner } from "../ui/device-owner.ts";
import { createScanQueue, type QueuePorts, type QueueView, type ScanQueue } from "./scan-queue.ts";
import { isWaiting, outcomeOf, type Scan, type ScanResponse, type Outcome } from "./scan.ts";
import { retryEvery } from "../ui/retry-every.ts";
import { signal } from "../ui/signal.ts";
import { drawKey } from "../ui/page-key.ts";

const TIMEOUT_MS = 15_000;
const TRY_AGAIN_MS = 5_000;

async function post(fields: Record<string, string>, owner: string): Promise<Outcome> {
  const response = await fetch("/admin/scan/one", {
    method: "POST",
    headers: { [OWNER_HEADER]: owner },
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const json = response.headers.get("Content-Type")?.includes("json");
  const body: unknown = json ? await response.json() : null;
  const ours = typeof body === "object" && body !== null && "ok" in body;
  return outcomeOf(response.status, ours ? (body as ScanResponse) : null);
}

const PORTS: QueuePorts = {
  load: async () => (await listScans(deviceOwner())) as Scan[],
  keep: putScan,
  drop: removeScans,
  post,
  signal: (ok) => signal(ok ? "yes" : "no"),
  inTurn: (work) => ("locks" in navigator ? navigator.locks.request("ona-scans", work) : work()),
  newKey: drawKey,
  owner: deviceOwner,
  now: () => Date.now(),
};

const EMPTY: QueueView = { scans: [], delay: null, undoing: null };

export function useScanQueue(): { queue: ScanQueue; view: QueueView } {
  const [queue] = useState(() => createScanQueue(PORTS));
  const view = useSyncExternalStore(queue.subscribe, queue.view, () => EMPTY);
  useEffect(() => {
    void queue.load();
    return retryEvery(TRY_AGAIN_MS, () => {
      if (queue.view().scans.some(isWaiting)) void queue.send();
    });
  }, [queue]);
  return { queue, view };
}
