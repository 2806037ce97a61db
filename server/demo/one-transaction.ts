/**
 * The database of the demo's story (the demo's data, made by operations that run at earlier dates). One transaction
 * contains the whole story, and each transaction of an operation is a savepoint in it. So no incomplete demo is
 * visible, and a stopped start leaves nothing behind.
 */
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import type { Db } from "../../app/platform/db/client.server.ts";
import type { Connection, Queries } from "../../app/platform/db/connection.server.ts";
import * as schema from "../../app/platform/db/schema.ts";

const SAVEPOINTS: Record<string, string> = {
  begin: "savepoint story",
  commit: "release savepoint story",
  rollback: "rollback to savepoint story",
};

/** A single connection that can be used as a pool. Its transactions are savepoints. */
class Nested implements Queries {
  readonly #own: Connection;
  /** The statement sent last. A connection takes one statement at a time, but operations send several at once. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(own: Connection) {
    this.#own = own;
  }

  query<Row extends pg.QueryResultRow>(query: string | pg.QueryConfig, values?: unknown[]) {
    const text = typeof query === "string" ? query : query.text;
    const savepoint = SAVEPOINTS[text.trim().toLowerCase()];
    const sent = this.#last.then(() =>
      this.#own.query<Row>(savepoint ?? query, savepoint ? undefined : values),
    );
    this.#last = sent.catch(() => {});
    return sent;
  }

  lend = () => Promise.resolve(this);
  takeBack = () => {};
}

/** Runs `work` on a database whose changes are committed at the end. An error rolls all changes back. */
export async function inOneTransaction<Out>(
  { $client }: Pick<Db, "$client">,
  work: (db: Db) => Promise<Out>,
): Promise<Out> {
  const connection = await $client.lend();
  try {
    await connection.query("begin");
    const client = new Nested(connection) as unknown as pg.Pool;
    const done = await work(drizzle({ client, schema }) as unknown as Db);
    await connection.query("commit");
    return done;
  } catch (error) {
    await connection.query("rollback").catch(() => {});
    throw error;
  } finally {
    $client.takeBack(connection);
  }
}
