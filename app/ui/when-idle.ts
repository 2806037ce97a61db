/** What a page fetches ahead comes after what it needs, and not at all where it would stand in the way. */

type Line = { saveData?: boolean; effectiveType?: string };

/** A line on which nothing is fetched ahead, also in the service worker. */
export function isSlowLine(): boolean {
  const { connection } = navigator as Navigator & { connection?: Line };
  return connection?.saveData === true || /^(slow-)?[23]g$/.test(connection?.effectiveType ?? "");
}

/** A browser may report no idle time at all: some cannot, and some do not while a page draws nothing. */
const AFTER_LOAD_MS = 1000;

/** Runs `work` once the page has loaded and has nothing to do, or a second after it has loaded. Returns how to leave it. */
export function whenIdle(work: () => void): () => void {
  let left = false;
  const run = () => {
    if (!left) work();
  };
  const loaded = () => {
    if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: AFTER_LOAD_MS });
    else setTimeout(run, AFTER_LOAD_MS);
  };
  if (document.readyState === "complete") loaded();
  else window.addEventListener("load", loaded, { once: true });
  return () => {
    left = true;
    window.removeEventListener("load", loaded);
  };
}
