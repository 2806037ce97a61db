/** Pages of stores from which a buyer selected products. The service worker caches these pages for use offline. */
import { deviceOwner, ownKey } from "../../ui/device-owner.ts";

const CACHES = "ona-";

/** Asks the service worker to cache the public page that is shown now. */
export function savePageOffline(): void {
  if (!("serviceWorker" in navigator)) return;
  const path = window.location.pathname;
  navigator.serviceWorker
    .getRegistration()
    .then((registration) => {
      registration?.active?.postMessage({ keep: path });
      const paths = [...new Set([...offlinePagesOf(deviceOwner()), path])];
      localStorage.setItem(ownKey("cached", "pages"), JSON.stringify(paths));
    })
    .catch(() => {
      // If caching fails, the page works as usual, but not offline.
    });
}

/**
 * Returns the paths of the pages that were cached for this person. The browser may have deleted some of these pages.
 */
export function offlinePagesOf(owner: string): string[] {
  try {
    return JSON.parse(localStorage.getItem(ownKey("cached", "pages", owner)) ?? "[]") as string[];
  } catch {
    return [];
  }
}

/** Removes pages from the cache, except pages that were also cached for another person in this browser. */
export async function removeOfflinePages(paths: readonly string[]): Promise<void> {
  const lists = Object.keys(localStorage).filter((key) => /^cached:.*:pages$/.test(key));
  const owners = lists.map((key) => offlinePagesOf(key.split(":")[1] ?? ""));
  const alone = paths.filter((path) => owners.filter((own) => own.includes(path)).length <= 1);
  for (const name of (await caches.keys()).filter((known) => known.startsWith(CACHES)))
    for (const path of alone) await (await caches.open(name)).delete(path);
}
