/** Sends what waits: from an open page and from the service worker, one at a time for the whole browser. */
import { keepParcel, waitingShelf } from "./browser-store.ts";
import { judge, sendWaiting, type Verdict, type Waiting } from "./waiting.ts";

export const SYNC_TAG = "ona-waiting";
const PATIENCE_MS = 30_000;

/** Returns how many still wait. */
export function sendAll(): Promise<number> {
  return inTurn(() =>
    sendWaiting(waitingShelf, post, async ({ fields }, code) => {
      await keepParcel({
        code,
        status: "pending",
        from: fields["senderState"] ?? "",
        to: fields["receiverState"] ?? "",
        estimatedDelivery: null,
        seenAt: Date.now(),
        news: true,
      });
    }),
  );
}

async function post({ key, fields }: Waiting): Promise<Verdict> {
  const answer = await fetch("/book", {
    method: "POST",
    body: new URLSearchParams({ ...fields, _key: key }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  await answer.body?.cancel();
  return judge(answer);
}

/** Never while a booking is on its way. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return "locks" in navigator ? await navigator.locks.request(SYNC_TAG, work) : work();
}
