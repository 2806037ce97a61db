/**
 * Remembers in this process, for a short time, the keys that a limit has refused. Further attempts with such a key are
 * refused here, so that a flood of attempts does not reach the database.
 */
const LONGEST_MS = 10_000;
const MOST_KEYS = 10_000;

export function rememberBlocked(now = () => performance.now()) {
  const blocked = new Map<string, { until: number; end: number }>();
  return {
    remember(key: string, ms: number): void {
      blocked.delete(key);
      blocked.set(key, { until: now() + Math.min(ms, LONGEST_MS), end: now() + ms });
      // A Map keeps the order of insertion, so the first key is the oldest.
      for (const [oldest] of blocked) {
        if (blocked.size <= MOST_KEYS) break;
        blocked.delete(oldest);
      }
    },
    /**
     * Returns the remaining milliseconds of a key's block. Returns 0 if this process remembers no block of the key; the
     * database must then be asked.
     */
    msOf: (key: string): number => {
      const found = blocked.get(key);
      if (!found) return 0;
      if (found.until > now()) return found.end - now();
      blocked.delete(key);
      return 0;
    },
    forget: (key: string): void => void blocked.delete(key),
  };
}
