/** Removes a person's data after a sign-out: drafts, send queue, cached pages and remembered choices. */
import { endSignOut, ownKey, settleOwner } from "../ui/device-owner.ts";
import { offlinePagesOf, removeOfflinePages } from "../platform/http/offline-pages.ts";

/** Runs with every page from the server: clears the data of a person who has just signed out. */
export function followOwner(owner: string): void {
  const left = settleOwner(owner);
  if (!left) return;
  clearOwner(left).catch(() => {
    // If the deletion fails, the next page repeats the deletion.
  });
}

async function clearOwner(owner: string): Promise<void> {
  // Synchronous deletions come first, because the person may leave this page at once. In this case the next page
  // deletes the rest.
  const pages = ownKey("cached", "pages", owner);
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage))
      if (key.split(":")[1] === owner && key !== pages) storage.removeItem(key);
  const queue = import("./send-queue.ts");
  const forgotten = queue.then(({ forgetOwner }) => forgetOwner(owner));
  await Promise.allSettled([removeOfflinePages(offlinePagesOf(owner)), forgotten]);
  // If the script of the send queue did not load, the entries stay. The next line then throws, so that the next page
  // tries again.
  await queue;
  localStorage.removeItem(pages);
  endSignOut(owner);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes drafts that are older than a day, and data that an early release stored without an owner. */
export function deleteOldDrafts(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      const [kind, , name] = key.split(":");
      if (kind !== "draft" && kind !== "selection") continue;
      const { at } = JSON.parse(localStorage.getItem(key) ?? "{}") as { at?: number };
      if (name === undefined || (kind === "draft" && !(Date.now() - (at ?? 0) < DAY_MS)))
        localStorage.removeItem(key);
    }
  } catch {
    // The browser blocks its storage, so there is nothing to delete.
  }
}
