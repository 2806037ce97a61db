/** Sends the outbox from an open page and from the service worker, one at a time for the whole browser. */
import { GUEST } from "../ui/device-owner.ts";
import { ERROR_HEADER, OWNER_HEADER } from "./outbox-headers.ts";
import { cacheParcel, outboxStore } from "./browser-store.ts";
import { judge, sendOutbox, type Verdict, type Waiting } from "./outbox.ts";

export const SYNC_TAG = "ona-waiting";
const TIMEOUT_MS = 30_000;

/** Sends the entries of these owners; the service worker, which knows nobody, tries all. Returns how many are left. */
export function sendAll(owners?: readonly string[]): Promise<number> {
  const list = async () =>
    (await outboxStore.list()).filter(({ owner }) => !owners || owners.includes(owner));
  return inTurn(() =>
    sendOutbox({ ...outboxStore, list }, post, async ({ fields, owner }, code) => {
      await cacheParcel({
        code,
        owner,
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

/**
 * A guest's booking is sent without cookies: it does not belong to somebody who signed in since. Any other names its
 * owner, and the server refuses it where the session is somebody else's.
 */
async function post({ key, fields, owner }: Waiting): Promise<Verdict> {
  const response = await fetch("/book", {
    method: "POST",
    headers: { [OWNER_HEADER]: owner },
    credentials: owner === GUEST ? "omit" : "same-origin",
    body: new URLSearchParams({ ...fields, idempotencyKey: key }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  const { status, url, headers } = response;
  const reason = headers.get(ERROR_HEADER);
  return judge({ status, url, reason: reason && decodeURIComponent(reason) });
}

/** Never while a booking is being sent. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return "locks" in navigator ? await navigator.locks.request(SYNC_TAG, work) : work();
}
