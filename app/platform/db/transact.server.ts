/** Begins transactions, and repeats them after conflicts. This is the only file that begins transactions. */
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Db, Tx } from "./client.server.ts";
import { sqlStateOf, type Connection } from "./connection.server.ts";
import * as schema from "./schema.ts";

/** SQLSTATEs of a deadlock and of a serialisation failure. */
const CONFLICTS = new Set(["40P01", "40001"]);
const REPEATS = 3;
const REPEAT_AFTER_MS = 50;

/** True if the database ended the transaction because of another transaction, so that a repeat may succeed. */
export const isConflict = (error: unknown): boolean => CONFLICTS.has(sqlStateOf(error) ?? "");

/**
 * Runs `work` in a transaction, on a connection of its own. If the database ended the transaction because of
 * another transaction, it is repeated, at most `again` times, so that no user sees the error. `work` may run
 * several times, so it must change only the database.
 */
export const transact = <Out>(
  db: Pick<Db, "$client">,
  work: (tx: Tx) => Promise<Out>,
  options?: { again?: number },
): Promise<Out> => againAfterConflict(() => once(db, work), options);

/**
 * Repeats a transaction, or one statement, after a conflict with another transaction. A pause before the repeat lets
 * the other transaction get the lock that both need. Without the pause, both could block each other again.
 */
export async function againAfterConflict<Out>(
  work: () => Promise<Out>,
  { again = REPEATS }: { again?: number } = {},
): Promise<Out> {
  for (let repeated = 0; ; repeated++) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error) || repeated >= again) throw error;
      await sleep(REPEAT_AFTER_MS);
    }
  }
}

const own = new WeakMap<Connection, NodePgDatabase<typeof schema>>();

async function once<Out>({ $client }: Pick<Db, "$client">, work: (tx: Tx) => Promise<Out>): Promise<Out> {
  const connection = await $client.lend();
  try {
    let db = own.get(connection);
    // drizzle's type requires a whole pg.PoolClient, but drizzle calls only the method `query`.
    if (!db) own.set(connection, (db = drizzle({ client: connection as unknown as pg.PoolClient, schema })));
    return await db.transaction(work);
  } finally {
    $client.takeBack(connection);
  }
}
