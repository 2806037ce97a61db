/**
 * WEB-4: under load, counts the attempts of several requests in one statement, because a round trip to the database
 * costs more than the count itself.
 */
import type { Queries } from "../db/connection.server.ts";
import { ADD } from "./limit-statements.ts";

/** One of the keys on which an attempt is counted, with the key's limit. */
export type CountedKey = { key: string; ms: number; most: number };
export type CountRow = { points: number; ms: number };

type Attempt = { keys: readonly CountedKey[]; done: PromiseWithResolvers<CountRow[]> };

const MOST_STATEMENTS = 2;
const MOST_ATTEMPTS = 40;

/**
 * Returns a function that counts an attempt on its keys, and returns a row for each counted key. The caller passes the
 * key with the tightest limit first.
 * - Attempts with a common key go into different statements, because PostgreSQL changes a row only once in a statement.
 * - An attempt with only one key has a statement of its own. Its key may be the second key of another attempt. A
 *   statement that locks this key among others could deadlock with the statement of that attempt.
 */
export function countTogether(pool: Queries): (keys: readonly CountedKey[]) => Promise<CountRow[]> {
  let waiting: Attempt[] = [];
  let running = 0;

  /** Takes the attempts for the next statement. The other attempts keep waiting. */
  function take(): Attempt[] {
    const taken = new Set<string>();
    const { now = [], later = [] } = Object.groupBy(waiting, ({ keys }) => {
      const fits = taken.size < 2 * MOST_ATTEMPTS && !keys.some(({ key }) => taken.has(key));
      if (fits) for (const { key } of keys) taken.add(key);
      return fits ? "now" : "later";
    });
    waiting = later;
    return now;
  }

  function start(): void {
    while (running < MOST_STATEMENTS && waiting.length > 0) {
      const attempts = take();
      running++;
      void count(pool, attempts).finally(() => {
        running--;
        start();
      });
    }
  }

  return (keys) => {
    const attempt = { keys, done: Promise.withResolvers<CountRow[]>() };
    if (keys.length === 1) void count(pool, [attempt]);
    else {
      waiting.push(attempt);
      start();
    }
    return attempt.done.promise;
  };
}

/** Counts the attempts in one statement. Never rejects: each attempt gets its rows, or the failure of the statement. */
async function count(pool: Queries, attempts: readonly Attempt[]): Promise<void> {
  const all = attempts.flatMap(({ keys }, attempt) => keys.map((key, nr) => ({ ...key, attempt, nr })));
  const values = (["attempt", "nr", "key", "ms", "most"] as const).map((name) => all.map((one) => one[name]));
  try {
    const { rows } = await pool.query<CountRow & { attempt: number }>({ ...ADD, values });
    const own = Map.groupBy(rows, ({ attempt }) => attempt);
    for (const [n, { done }] of attempts.entries()) done.resolve(own.get(n) ?? []);
  } catch (error) {
    for (const { done } of attempts) done.reject(error);
  }
}
