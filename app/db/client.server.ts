/** The way to the database: one pool a process. */
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import * as schema from "./schema.ts";

export type Db = NodePgDatabase<typeof schema>;
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

export type Database = { db: Db; pool: pg.Pool; close(): Promise<void> };

/** Of each process, for its requests. */
export const POOL_CONNECTIONS = 12;

/** `onIdleError` hears of idle connections that the server ended; without a listener such an error would end the process. */
export function openDatabase(
  connectionString: string,
  onIdleError: (error: Error) => void,
  max = POOL_CONNECTIONS,
): Database {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 4000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 20_000,
    application_name: "ona",
  });
  pool.on("error", onIdleError);
  // The pool hears only its idle connections. One that breaks in use fails its query and says so once more to whoever
  // listens; with nobody there, that would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  return { db: drizzle({ client: pool, schema }), pool, close: () => pool.end() };
}

const UNIQUE_VIOLATION = "23505";

/** The name of the unique constraint that an error is about, or null. */
export function brokenUnique(error: unknown): string | null {
  const cause = (error as { cause?: unknown }).cause ?? error;
  const { code, constraint } = cause as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION ? (constraint ?? "") : null;
}

/** Whether an error says that the database cannot be used now (down, starting, full, out of connections), not that we are wrong. */
export function isDatabaseAway(error: unknown): boolean {
  const cause = ((error as { cause?: unknown } | null)?.cause ?? error) as {
    code?: string;
    message?: string;
  } | null;
  if (!cause) return false;
  const code = cause.code ?? "";
  return (
    /^(08|53|57P|25006|58|XX)/.test(code) ||
    /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EACCES)$/.test(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|server closed the connection|Query read timeout|not queryable/i.test(
      cause.message ?? "",
    )
  );
}
