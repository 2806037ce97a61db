/**
 * The topics that changed, as far as this process was notified. They show whether a page missed a change before it
 * opened its stream. Beyond `most` topics, the oldest topics are dropped. A page that was loaded before a dropped
 * change must reload.
 */
export type ChangeHistory = {
  record(topics: Iterable<string>): void;
  /** Must be called when notifications begin again after an interruption, because earlier changes may be unknown. */
  reset(): void;
  /** Returns true if one of the topics may have changed after the time `at`. */
  changedSince(topics: readonly string[], at: number): boolean;
};

export function createChangeHistory(now: () => number, most = 10_000): ChangeHistory {
  const changedAt = new Map<string, number>();
  let completeSince = now();
  return {
    record(topics) {
      for (const topic of topics) {
        // Deleting the topic first moves it to the map's end. So the map is sorted by the last change of the topics.
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
