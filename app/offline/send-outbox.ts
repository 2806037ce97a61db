/** Sends the outbox from an open page and from the service worker, one at a time for the whole browser. */
import { cacheParcel, outboxStore } from "./browser-store.ts";
import { sendOutbox } from "./outbox.ts";
import { postBooking } from "./post-booking.ts";

export const SYNC_TAG = "ona-waiting";

/** Sends the entries of these owners; the service worker, which knows nobody, tries all. Returns how many are left. */
export function sendAll(owners?: readonly string[]): Promise<number> {
  const list = async () =>
    (await outboxStore.list()).filter(({ owner }) => !owners || owners.includes(owner));
  return inTurn(() =>
    sendOutbox(
      { ...outboxStore, list },
      (booking) => postBooking(booking),
      async ({ fields, owner }, code) => {
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
      },
    ),
  );
}

/** Never while a booking is being sent. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  return "locks" in navigator ? await navigator.locks.request(SYNC_TAG, work) : work();
}
