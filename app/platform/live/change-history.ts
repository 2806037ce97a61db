/**
 * What this process heard of changes, so that a stream that opens or opens again can say whether its page missed one.
 * Bounded: beyond `most` topics the oldest are forgotten, and a page from before them is told to ask.
 */
export type ChangeHistory = {
  record(topics: Iterable<string>): void;
  /** From now on nothing is missed; before it, something may have been. */
  reset(): void;
  /** Whether one of the topics changed after this instant, as far as anybody can know. */
  changedSince(topics: readonly string[], at: number): boolean;
};

export function createChangeHistory(now: () => number, most = 10_000): ChangeHistory {
  const heardAt = new Map<string, number>();
  let completeSince = now();
  return {
    record(topics) {
      for (const topic of topics) {
        // Deleted first, so that the oldest stand in front.
        heardAt.delete(topic);
        heardAt.set(topic, now());
      }
      for (const [topic, at] of heardAt) {
        if (heardAt.size <= most) break;
        heardAt.delete(topic);
        completeSince = Math.max(completeSince, at + 1);
      }
    },
    reset() {
      completeSince = now();
    },
    changedSince: (topics, at) =>
      !(at >= completeSince) || topics.some((topic) => (heardAt.get(topic) ?? -Infinity) >= at),
  };
}
