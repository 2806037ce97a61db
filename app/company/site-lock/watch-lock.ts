/**
 * LOCK-5: an open page asks the server whether the site is locked: when the page becomes visible, and every half minute
 * while it is visible. With Save-Data the page does not ask every half minute (docs/decisions/0008-site-lock.md).
 * Network errors are ignored. `watchLock` returns a function that stops these requests.
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
  // The interval is random, so that pages opened at the same time do not all ask at the same time.
  const timer = connection?.saveData ? undefined : setInterval(ask, EVERY_MS + Math.random() * 5000);
  document.addEventListener("visibilitychange", ask);
  // A page from the browser's back/forward cache asks at once.
  const back = (event: PageTransitionEvent) => event.persisted && ask();
  addEventListener("pageshow", back);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", ask);
    removeEventListener("pageshow", back);
  };
}
