/** WEB-7: the bookings of this browser that wait for the network, in the send queue. */
import { isTemporary, postQueued } from "../../offline/post-queued.ts";
import { ERROR_HEADER } from "../../offline/queue-headers.ts";
import type { QueueEntry, Outcome, QueueKind } from "../../offline/queue-kind.ts";
import { askForSync, withStoreLock, queueStore } from "../../offline/send-queue.ts";
import { deviceOwner, ownKey } from "../../ui/device-owner.ts";
import { cacheParcel } from "./cached-parcels.ts";
import { FIRST_STATUS } from "../../domain/delivery-status.ts";

type Texts = Record<string, string>;
export type QueuedBooking = QueueEntry & {
  fields: Texts;
  /** The reason why the server refused the booking. A refused booking waits until the sender corrects it. */
  reason?: string;
};

const TIMEOUT_MS = 30_000;

export const BOOKINGS: QueueKind<QueuedBooking> = {
  store: "waiting",
  noun: "booking",
  lost: "booked",
  held: ["waiting", "tried", "refused"],
  retained: 0,
  post: (booking) => postBooking(booking),
};
const bookingQueue = queueStore(BOOKINGS);

/** Sends a queued booking. The booking stays in the queue until its code is in the cache. */
export async function postBooking(
  booking: QueuedBooking,
  timeoutMs = TIMEOUT_MS,
): Promise<Outcome<QueuedBooking>> {
  const { fields, owner } = booking;
  const response = await postQueued("/book", booking, fields, timeoutMs);
  await response.body?.cancel();
  const code = bookedCode(response.url);
  if (!code) return refusedOrLater(response);
  await cacheParcel({
    code,
    owner,
    status: FIRST_STATUS,
    from: fields["senderState"] ?? "",
    to: fields["receiverState"] ?? "",
    estimatedDelivery: null,
    seenAt: Date.now(),
    news: true,
  });
  return { state: "done" };
}

/** Reads the code from the URL after all redirects. Null if this is not the URL of the track page. */
export function bookedCode(url: string): string | null {
  const { pathname, searchParams } = new URL(url);
  return pathname === "/track" ? searchParams.get("code") : null;
}

export function refusedOrLater({
  status,
  headers,
}: Pick<Response, "status" | "headers">): Outcome<QueuedBooking> {
  if (status < 400 || isTemporary(status)) return { state: "later", signIn: false };
  const reason = headers.get(ERROR_HEADER);
  return { state: "refused", change: reason ? { reason: decodeURIComponent(reason) } : {} };
}

/** Adds a booking form to the send queue. False if the queue is full or the browser blocks its storage. */
export async function enqueueBooking(rawValues: Texts): Promise<boolean> {
  const { idempotencyKey: key, ...fields } = rawValues;
  if (!key) return false;
  try {
    await bookingQueue.add({ key, owner: deviceOwner(), fields, at: Date.now(), state: "tried" });
  } catch {
    return false;
  }
  forgetDraft(key);
  void askForSync().catch(() => {
    // Without background sync, the open page sends the booking. If no page is open, the next opened page sends it.
  });
  return true;
}

function forgetDraft(key: string): void {
  for (const place of Object.keys(localStorage).filter((name) => name.startsWith(ownKey("draft", "book"))))
    if (localStorage.getItem(place)?.includes(key)) localStorage.removeItem(place);
}

/**
 * Removes a booking from the send queue, and stores its values and key as the form's draft. Returns the form's URL.
 * Null if the booking was already sent.
 */
export function cancelQueued(key: string): Promise<string | null> {
  return withStoreLock(BOOKINGS, async () => {
    const booking = (await ownBookings()).find((one) => one.key === key);
    if (!booking) return null;
    const { order, ...values } = booking.fields;
    const draft = JSON.stringify({ at: Date.now(), values: { ...values, idempotencyKey: key } });
    localStorage.setItem(ownKey("draft", order ? `book-order-${order}` : "book"), draft);
    await bookingQueue.remove(key);
    return order ? `/book?order=${encodeURIComponent(order)}` : "/book";
  });
}

export async function ownBookings(): Promise<QueuedBooking[]> {
  const owner = deviceOwner();
  return (await bookingQueue.list()).filter((booking) => booking.owner === owner);
}

/** True if the form has a draft, which a queued booking would replace. */
export const hasDraft = () => localStorage.getItem(ownKey("draft", "book")) !== null;
