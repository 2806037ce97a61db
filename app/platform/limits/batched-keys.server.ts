/** Attempts that count on one key each, batched. */

/** The count of a key, and the milliseconds until it ends. */
export type KeyRow = { key: string; points: number; ms: number };
type Attempt = { count: number; row: KeyRow };
type Waiting<Name> = { name: Name; done(attempt: Attempt): void; failed(problem: unknown): void };

/**
 * Batches attempts that arrive while a statement is running: they share the next statement, those on one key each with its own
 * position in the count. Otherwise they would queue for the lock of one row, each holding a connection.
 */
export function batchAttempts<Name>(
  add: (keys: string[], attempts: number[], names: Name[]) => Promise<KeyRow[]>,
) {
  let batch = new Map<string, [Waiting<Name>, ...Waiting<Name>[]]>();
  let running = false;

  async function count(together: typeof batch): Promise<void> {
    const groups = [...together.values()];
    try {
      const rows = await add(
        [...together.keys()],
        groups.map((attempts) => attempts.length),
        groups.map(([{ name }]) => name),
      );
      for (const row of rows) {
        const attempts = together.get(row.key) ?? [];
        for (const [i, attempt] of attempts.entries())
          attempt.done({ count: row.points - attempts.length + i + 1, row });
      }
    } catch (problem) {
      for (const attempt of groups.flat()) attempt.failed(problem);
    }
  }

  async function run(): Promise<void> {
    while (batch.size > 0) {
      const together = batch;
      batch = new Map();
      await count(together);
    }
    running = false;
  }

  return (key: string, name: Name) =>
    new Promise<Attempt>((done, failed) => {
      const attempt = { name, done, failed };
      const waiting = batch.get(key);
      if (waiting) waiting.push(attempt);
      else batch.set(key, [attempt]);
      if (running) return;
      running = true;
      // In a turn of its own: what was read from the sockets together is counted together.
      setImmediate(() => void run());
    });
}
