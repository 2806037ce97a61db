/** The store pages that one chose from: the service worker caches them for when there is no network. */
import { deviceOwner, ownKey } from "../../ui/device-owner.ts";

const CACHES = "ona-";

/** Asks the service worker to cache the public page that is shown now. */
export function cachePage(): void {
  if (!("serviceWorker" in navigator)) return;
  const path = window.location.pathname;
  navigator.serviceWorker
    .getRegistration()
    .then((registration) => {
      registration?.active?.postMessage({ keep: path });
      const paths = [...new Set([...cachedPagesOf(deviceOwner()), path])];
      localStorage.setItem(ownKey("cached", "pages"), JSON.stringify(paths));
    })
    .catch(() => {
      // Cached or not, the page works while there is a network.
    });
}

/** The paths that this person had cached; some may have gone from the cache since. */
export function cachedPagesOf(owner: string): string[] {
  try {
    return JSON.parse(localStorage.getItem(ownKey("cached", "pages", owner)) ?? "[]") as string[];
  } catch {
    return [];
  }
}

/** Takes pages out of the cache, but for those that somebody else of this browser had cached too. */
export async function forgetCachedPages(paths: readonly string[]): Promise<void> {
  const lists = Object.keys(localStorage).filter((key) => /^cached:.*:pages$/.test(key));
  const owners = lists.map((key) => cachedPagesOf(key.split(":")[1] ?? ""));
  const alone = paths.filter((path) => owners.filter((own) => own.includes(path)).length <= 1);
  for (const name of (await caches.keys()).filter((known) => known.startsWith(CACHES)))
    for (const path of alone) await (await caches.open(name)).delete(path);
}
