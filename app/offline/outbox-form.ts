/** The outbox, for pages. */
import { deviceOwner, ownKey } from "../ui/device-owner.ts";
import { outboxStore } from "./browser-store.ts";
import { inTurn, SYNC_TAG } from "./send-outbox.ts";

type Texts = Record<string, string>;
type Syncing = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/** Adds a filled booking form to the outbox until there is a network. False where storage is blocked. */
export async function enqueue(rawValues: Texts): Promise<boolean> {
  const { idempotencyKey: key, ...fields } = rawValues;
  if (!key) return false;
  try {
    await outboxStore.put({
      key,
      owner: deviceOwner(),
      fields,
      at: Date.now(),
      tried: true,
      refused: false,
    });
  } catch {
    return false;
  }
  forgetDraft(key);
  void askForSync().catch(() => {
    // Without background sync the open page sends it, or the next one.
  });
  return true;
}

async function askForSync(): Promise<void> {
  const registration: Syncing | undefined = await navigator.serviceWorker?.getRegistration();
  await registration?.sync?.register(SYNC_TAG);
}

/** The draft of a booking in the outbox is no longer needed. */
function forgetDraft(key: string): void {
  for (const place of Object.keys(localStorage).filter((name) => name.startsWith(ownKey("draft", "book"))))
    if (localStorage.getItem(place)?.includes(key)) localStorage.removeItem(place);
}

/**
 * Moves a booking from the outbox back into the form, with its key. Returns the form's address; null when it was sent
 * meanwhile.
 */
export function cancelQueued(key: string): Promise<string | null> {
  return inTurn(async () => {
    const booking = (await outboxStore.list()).find((one) => one.key === key && one.owner === deviceOwner());
    if (!booking) return null;
    const { order, ...values } = booking.fields;
    const draft = JSON.stringify({ at: Date.now(), values: { ...values, idempotencyKey: key } });
    localStorage.setItem(ownKey("draft", order ? `book-order-${order}` : "book"), draft);
    await outboxStore.remove(key);
    return order ? `/book?order=${encodeURIComponent(order)}` : "/book";
  });
}

/** Whether the form already holds input that this would replace. */
export const hasDraft = () => localStorage.getItem(ownKey("draft", "book")) !== null;
