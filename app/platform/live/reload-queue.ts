/**
 * Decides when an open page reloads its loaders: one reload at a time, with a pause between two reloads. A running
 * reload is never aborted. Changes during a reload lead to one more reload, so that no change is missed.
 */
const GAP_MS = 1000;
const LONGEST_GAP_MS = 10_000;
const LOOK_AGAIN_MS = 200;

export type ReloadQueue = {
  /** Must be called after a change. The page then reloads at least once more after this call. */
  request(): void;
  /**
   * Delays reloads while `on` is true. The page passes true while it loads, because a reload would abort the loading.
   */
  hold(on: boolean): void;
  stop(): void;
};

/**
 * Creates the queue of a page. `idle` returns true if the page is loading nothing else at that moment. `hold` alone is
 * not enough: it is called only at the next render, and a form may have been sent since the last render.
 */
export function createReloadQueue(reload: () => Promise<void>, idle = (): boolean => true): ReloadQueue {
  let due = false;
  let running = false;
  let held = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let earliest = -Infinity;
  const next = () => {
    if (!due || running || held || timer) return;
    const wait = idle() ? earliest - performance.now() : LOOK_AGAIN_MS;
    if (wait > 0) {
      timer = setTimeout(() => {
        timer = undefined;
        next();
      }, wait);
      return;
    }
    void run();
  };
  const run = async () => {
    due = false;
    running = true;
    const begun = performance.now();
    try {
      await reload();
    } catch {
      // After an error the page stays unchanged until the next change.
    }
    running = false;
    const took = performance.now() - begun;
    // After a reload that was slow because of the server or the network, the pause is longer.
    earliest = begun + Math.max(GAP_MS, took + Math.min(took, LONGEST_GAP_MS));
    next();
  };
  return {
    request() {
      due = true;
      next();
    },
    hold(on) {
      held = on;
      next();
    },
    stop() {
      held = true;
      clearTimeout(timer);
    },
  };
}
