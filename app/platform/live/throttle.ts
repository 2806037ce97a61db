/**
 * Decides when streams are notified. Streams with the same throttle are notified together, at most once per interval.
 */
export type Throttle = {
  /**
   * Calls `notify` after a delay. `wait` returns the delay in milliseconds. Its argument is the time since the last
   * notification, in milliseconds.
   */
  schedule(notify: () => void, wait: (since: number) => number): void;
  /** Withdraws the `notify` of a stream that has ended. */
  cancel(notify: () => void): void;
};

export function createThrottle(): Throttle {
  const due = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let notifiedAt = -Infinity;
  const fire = () => {
    timer = null;
    notifiedAt = performance.now();
    const all = [...due];
    due.clear();
    for (const notify of all) notify();
  };
  return {
    schedule(notify, wait) {
      due.add(notify);
      timer ??= setTimeout(fire, Math.max(0, wait(performance.now() - notifiedAt)));
    },
    cancel(notify) {
      due.delete(notify);
      if (due.size > 0 || !timer) return;
      clearTimeout(timer);
      timer = null;
    },
  };
}

/** Gives all streams of one owner the same throttle. The throttle exists as long as one of these streams uses it. */
export function sharedThrottles() {
  const all = new Map<string, { throttle: Throttle; users: number }>();
  return {
    take(owner: string): Throttle {
      const entry = all.get(owner) ?? { throttle: createThrottle(), users: 0 };
      entry.users += 1;
      all.set(owner, entry);
      return entry.throttle;
    },
    release(owner: string): void {
      const entry = all.get(owner);
      if (entry && (entry.users -= 1) === 0) all.delete(owner);
    },
  };
}
