import { fillPlaceholders, type Query, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { connectionOf, type Db, type Tx } from "./client.server.ts";

/** A statement that each database prepares once, at its first use. */
export function preparedOnce<Statement>(prepare: (db: Db) => Statement): (db: Db) => Statement {
  const known = new WeakMap<Db, Statement>();
  return (db) => {
    let own = known.get(db);
    if (own === undefined) known.set(db, (own = prepare(db)));
    return own;
  };
}

type Values = Record<string, unknown>;
type Rows<Row> = { rows: Row[]; rowCount: number | null };

/**
 * A statement in SQL with placeholders. The process builds it once, and each connection plans it once. It can run
 * inside and outside a transaction; a prepared statement of drizzle can run only in one of the two.
 */
export function namedStatement<Row extends Record<string, unknown> = never>(
  name: string,
  write: () => SQL,
): (db: Db | Tx, values: Values) => Promise<Rows<Row>> {
  let query: Query | undefined;
  return (db, values) => {
    query ??= new PgDialect().sqlToQuery(write());
    const filled = fillPlaceholders(query.params, values);
    return connectionOf(db).query<Row>({ name, text: query.sql, values: filled });
  };
}
