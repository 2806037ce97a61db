/**
 * The changes of which this process was notified, so that a new stream can tell if its page missed a change. At most
 * `most` topics are stored. If there are more, the oldest are dropped, and a page from before such a change must
 * reload.
 */
export type ChangeHistory = {
  record(topics: Iterable<string>): void;
  /**
   * Must be called when notifications are received again after an interruption. Changes before this call may be
   * unknown.
   */
  reset(): void;
  /** True if one of the topics may have changed after the time `at`. */
  changedSince(topics: readonly string[], at: number): boolean;
};

export function createChangeHistory(now: () => number, most = 10_000): ChangeHistory {
  const changedAt = new Map<string, number>();
  let completeSince = now();
  return {
    record(topics) {
      for (const topic of topics) {
        // Deleting the topic first moves it to the end of the map, which is thus sorted by the time of the last change.
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
