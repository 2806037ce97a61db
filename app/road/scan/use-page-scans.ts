/** Connects the scans of this page with React, the network and the browser's storage. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { postQueued } from "../../offline/post-queued.ts";
import { withStoreLock, queueStore } from "../../offline/send-queue.ts";
import { deviceOwner } from "../../ui/device-owner.ts";
import { createPageScans, type QueuePorts, type QueueView, type PageScans } from "./page-scans.ts";
import { SCANS } from "./scan-kind.ts";
import { outcomeOf, type ScanResponse } from "./scan.ts";
import { retryEvery } from "../../ui/retry-every.ts";
import { signal } from "../../ui/signal.ts";
import { drawKey } from "../../ui/page-key.ts";

const TIMEOUT_MS = 15_000;
const TRY_AGAIN_MS = 5_000;

const post: QueuePorts["post"] = async (form, fields) => {
  const response = await postQueued("/admin/scan/one", form, fields, TIMEOUT_MS);
  const json = response.headers.get("Content-Type")?.includes("json");
  const body: unknown = json ? await response.json() : null;
  const ours = typeof body === "object" && body !== null && "ok" in body;
  return outcomeOf(response.status, ours ? (body as ScanResponse) : null);
};

const stored = queueStore(SCANS);
const PORTS: QueuePorts = {
  store: {
    list: async () => (await stored.list()).filter(({ owner }) => owner === deviceOwner()),
    put: stored.put,
  },
  post,
  signal,
  inTurn: (work) => withStoreLock(SCANS, work),
  newKey: drawKey,
  owner: deviceOwner,
  now: () => Date.now(),
};

const EMPTY: QueueView = { scans: [], delay: null, undoing: null, tally: {} };

export function usePageScans(): { queue: PageScans; view: QueueView } {
  const [queue] = useState(() => createPageScans(PORTS));
  const view = useSyncExternalStore(queue.subscribe, queue.view, () => EMPTY);
  useEffect(() => {
    void queue.load();
    return retryEvery(TRY_AGAIN_MS, () => {
      if (queue.isWaiting()) void queue.send();
    });
  }, [queue]);
  return { queue, view };
}
