/**
 * Decides when an open page reloads its loaders: one reload at a time, with a pause between two. A running reload is
 * never aborted. Changes during a reload lead to one more reload, so that no change is missed.
 */
const GAP_MS = 1000;
const LONGEST_GAP_MS = 10_000;
const LOOK_AGAIN_MS = 200;

export type ReloadQueue = {
  /** Must be called after a change. A reload follows that begins later than this call. */
  request(): void;
  /** Delays reloads while `on` is true. The page passes true while it loads, because a reload would abort the load. */
  hold(on: boolean): void;
  stop(): void;
};

/**
 * `idle` returns true if the page loads nothing else now. `hold` alone is too late: it is called with the next render,
 * and a form may have been sent since the last render.
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
    // Slow reloads, by the server or the network, get longer pauses.
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
