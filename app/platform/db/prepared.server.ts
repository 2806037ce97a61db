import type { Db } from "./client.server.ts";

/** A statement that each database prepares once, at its first use. */
export function preparedOnce<Statement>(prepare: (db: Db) => Statement): (db: Db) => Statement {
  const known = new WeakMap<Db, Statement>();
  return (db) => {
    let own = known.get(db);
    if (own === undefined) known.set(db, (own = prepare(db)));
    return own;
  };
}
