/**
 * The changes of which this process was notified, so that a new stream can tell if its page missed a change. At most
 * `most` topics are stored: beyond that the oldest are dropped, and pages from before their changes must reload.
 */
export type ChangeHistory = {
  record(topics: Iterable<string>): void;
  /** Called when notifications are received again: changes before this time may be unknown, later ones are not. */
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
        // The topic is deleted before it is set, so that the map is in the order of the last changes.
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
