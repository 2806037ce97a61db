import type { Query, SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type pg from "pg";
import type { Db, Tx } from "./client.server.ts";

/** Returns a function that prepares the statement once for each database, at the first use. */
export function preparedOnce<Statement>(prepare: (db: Db) => Statement): (db: Db) => Statement {
  const known = new WeakMap<Db, Statement>();
  return (db) => {
    let own = known.get(db);
    if (own === undefined) known.set(db, (own = prepare(db)));
    return own;
  };
}

type Values = Record<string, unknown>;

/**
 * Makes a named statement in SQL with placeholders. The process builds the SQL once, and each connection
 * plans it once. The statement can run both inside and outside a transaction; drizzle's own prepared
 * statements are bound to one of the two. The rows have numbers, text and JSON; times are text.
 */
export function namedStatement<Row extends pg.QueryResultRow = never>(
  name: string,
  write: () => SQL,
): (db: Db | Tx, values: Values) => Promise<pg.QueryResult<Row>> {
  let query: Query | undefined;
  return (db, values) => {
    query ??= new PgDialect().sqlToQuery(write());
    const statement = db._.session.prepareQuery(query, undefined, name, false);
    return statement.execute(values) as Promise<pg.QueryResult<Row>>;
  };
}
