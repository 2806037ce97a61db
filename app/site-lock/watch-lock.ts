/**
 * An open page hears of the lock: it asks a tiny address when it is looked at again, and every half minute while it is
 * looked at, unless the browser saves data (docs/decisions/0015-site-lock-polling.md). A lost line is no news. Returns how to stop.
 */
export const LOCK_ADDRESS = "/live/lock";
const EVERY_MS = 30_000;

export function watchLock(waitFor: "locked" | "open", seen: () => void): () => void {
  const ask = () => {
    if (document.visibilityState !== "visible") return;
    void fetch(LOCK_ADDRESS, { method: "HEAD", cache: "no-store" }).then(
      ({ status }) => status === (waitFor === "locked" ? 423 : 204) && seen(),
      () => {},
    );
  };
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  // Not all at the same second, however many opened the page together.
  const timer = connection?.saveData ? undefined : setInterval(ask, EVERY_MS + Math.random() * 5000);
  document.addEventListener("visibilitychange", ask);
  // Back from the browser's own memory of pages.
  const back = (event: PageTransitionEvent) => event.persisted && ask();
  addEventListener("pageshow", back);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", ask);
    removeEventListener("pageshow", back);
  };
}
