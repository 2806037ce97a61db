/** Pages of stores with products that a buyer selected. The service worker caches them for use offline. */
import { deviceOwner, ownKey } from "../../ui/device-owner.ts";

const CACHES = "ona-";

/** Asks the service worker to cache the open public page. */
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
      // An error only leaves the page uncached.
    });
}

/** The paths that were cached for this person. The browser may have dropped some since. */
export function offlinePagesOf(owner: string): string[] {
  try {
    return JSON.parse(localStorage.getItem(ownKey("cached", "pages", owner)) ?? "[]") as string[];
  } catch {
    return [];
  }
}

/** Removes pages from the cache, except pages that another person in this browser also cached. */
export async function removeOfflinePages(paths: readonly string[]): Promise<void> {
  const lists = Object.keys(localStorage).filter((key) => /^cached:.*:pages$/.test(key));
  const owners = lists.map((key) => offlinePagesOf(key.split(":")[1] ?? ""));
  const alone = paths.filter((path) => owners.filter((own) => own.includes(path)).length <= 1);
  for (const name of (await caches.keys()).filter((known) => known.startsWith(CACHES)))
    for (const path of alone) await (await caches.open(name)).delete(path);
}
