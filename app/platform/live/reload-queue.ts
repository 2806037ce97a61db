/**
 * The times at which an open page reloads its loaders: one reload at a time, the next some time after the last, and none
 * lost. A running reload is never aborted; changes during it are covered by one more.
 */
const GAP_MS = 1000;
const LONGEST_GAP_MS = 10_000;
const LOOK_AGAIN_MS = 200;

export type ReloadQueue = {
  /** A change: one more reload that begins after now is needed. */
  request(): void;
  /** Waits while another load runs, which must not be aborted either. */
  hold(on: boolean): void;
  stop(): void;
};

/**
 * `idle` tells if nothing else loads at this time. `hold` comes only with the next render, and a form may have been sent
 * since the last one.
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
      // The page stays unchanged until the next change.
    }
    running = false;
    const took = performance.now() - begun;
    // If reloads take long, because of the server or the network, they are less frequent.
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
