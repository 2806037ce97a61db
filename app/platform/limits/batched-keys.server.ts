/** Counts attempts on one key each, in batches. */
import { inBatches, type Waiting } from "./in-batches.ts";

/** The count of a key, and the milliseconds until it ends. */
export type KeyRow = { key: string; points: number; ms: number };
type Asked<Name> = { key: string; name: Name };
/** `count` is the attempt's own position in the count. */
type Counted = { count: number; row: KeyRow };

/**
 * Attempts in batches: those on one key share a row of the statement, each with its own position in the count. Otherwise
 * they would queue for the lock of that row, each holding a connection.
 */
export function batchKeys<Name>(
  add: (keys: string[], attempts: number[], names: Name[]) => Promise<KeyRow[]>,
) {
  return inBatches<Asked<Name>, Counted>(async (batch) => {
    const groups = new Map<string, { name: Name; attempts: Waiting<Counted>[] }>();
    for (const attempt of batch) {
      const group = groups.get(attempt.key);
      if (group) group.attempts.push(attempt);
      else groups.set(attempt.key, { name: attempt.name, attempts: [attempt] });
    }
    const all = [...groups.values()];
    const rows = await add(
      [...groups.keys()],
      all.map(({ attempts }) => attempts.length),
      all.map(({ name }) => name),
    );
    for (const row of rows) {
      const { attempts = [] } = groups.get(row.key) ?? {};
      for (const [i, attempt] of attempts.entries())
        attempt.done({ count: row.points - attempts.length + i + 1, row });
    }
  });
}
