/** What a page fetches ahead comes after what it needs, and not at all where it would stand in the way. */

type Line = { saveData?: boolean; effectiveType?: string };

/** A line on which nothing is fetched ahead, also in the service worker. */
export function isSlowLine(): boolean {
  const { connection } = navigator as Navigator & { connection?: Line };
  return connection?.saveData === true || /^(slow-)?[23]g$/.test(connection?.effectiveType ?? "");
}

/** Some browsers never say that they are idle. */
const AFTER_LOAD_MS = 1000;

/** Runs `work` once the page has loaded and has nothing to do. Returns how to leave it. */
export function whenIdle(work: () => void): () => void {
  let left = false;
  const run = () => {
    if (!left) work();
  };
  const loaded = () => {
    if ("requestIdleCallback" in window) requestIdleCallback(run);
    else setTimeout(run, AFTER_LOAD_MS);
  };
  if (document.readyState === "complete") loaded();
  else window.addEventListener("load", loaded, { once: true });
  return () => {
    left = true;
    window.removeEventListener("load", loaded);
  };
}
