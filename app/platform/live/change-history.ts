/**
 * The changes that this process was notified of, so that a new stream can tell if its page missed one. Bounded: beyond
 * `most` topics the oldest are dropped, and pages from before them must reload.
 */
export type ChangeHistory = {
  record(topics: Iterable<string>): void;
  /** From this time on nothing is missed; before it, a change may have been. */
  reset(): void;
  /** True if one of the topics may have changed after this time. */
  changedSince(topics: readonly string[], at: number): boolean;
};

export function createChangeHistory(now: () => number, most = 10_000): ChangeHistory {
  const changedAt = new Map<string, number>();
  let completeSince = now();
  return {
    record(topics) {
      for (const topic of topics) {
        // Deleted first, so that the map is ordered by age.
        changedAt.delete(topic);
        changedAt.set(topic, now());
      }
      for (const [topic, at] of changedAt) {
        if (changedAt.size <= most) break;
        changedAt.delete(topic);
        completeSince = Math.max(completeSince, at + 1);
      }
    },
    reset() {
      completeSince = now();
    },
    changedSince: (topics, at) =>
      !(at >= completeSince) || topics.some((topic) => (changedAt.get(topic) ?? -Infinity) >= at),
  };
}
