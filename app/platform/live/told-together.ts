/** When streams are told of a change. Those that share a turn are told together, at most once in an interval. */
export type Turn = {
  /** Tells at the next turn; `wait` gives the time until then from the time since the last one, ms. */
  plan(tell: () => void, wait: (since: number) => number): void;
  /** The stream has ended. */
  leave(tell: () => void): void;
};

export function createTurn(): Turn {
  const due = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let toldAt = -Infinity;
  const fire = () => {
    timer = null;
    toldAt = performance.now();
    const all = [...due];
    due.clear();
    for (const tell of all) tell();
  };
  return {
    plan(tell, wait) {
      due.add(tell);
      timer ??= setTimeout(fire, Math.max(0, wait(performance.now() - toldAt)));
    },
    leave(tell) {
      due.delete(tell);
      if (due.size > 0 || !timer) return;
      clearTimeout(timer);
      timer = null;
    },
  };
}

/** The shared turns of a process, by owner, for as long as somebody uses them. */
export function sharedTurns() {
  const all = new Map<string, { turn: Turn; users: number }>();
  return {
    take(owner: string): Turn {
      const entry = all.get(owner) ?? { turn: createTurn(), users: 0 };
      entry.users += 1;
      all.set(owner, entry);
      return entry.turn;
    },
    release(owner: string): void {
      const entry = all.get(owner);
      if (entry && (entry.users -= 1) === 0) all.delete(owner);
    },
  };
}
