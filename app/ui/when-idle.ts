/** Decides when to preload scripts and styles: after what the page itself needs, and never on a slow connection. */

type Line = { saveData?: boolean; effectiveType?: string };

/** True for a connection on which nothing is preloaded. The service worker calls this function too. */
export function isSlowLine(): boolean {
  const { connection } = navigator as Navigator & { connection?: Line };
  return connection?.saveData === true || /^(slow-)?[23]g$/.test(connection?.effectiveType ?? "");
}

/** The longest wait for an idle moment. Some browsers never report one, or report none while the page draws nothing. */
const AFTER_LOAD_MS = 1000;

/** Runs `work` in the first idle moment, at most a second after loading. Returns a function that cancels this. */
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
