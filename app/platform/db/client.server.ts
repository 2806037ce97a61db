/** Opens a process's databases: one for its requests, one for its jobs. */
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { Connections } from "./connections.server.ts";
import * as schema from "./schema.ts";

type Drizzle = NodePgDatabase<typeof schema>;
/** The database without drizzle's `transaction`, because only `transact` (transact.server.ts) begins transactions. */
export type Db = Omit<Drizzle, "transaction"> & { $client: Connections };
export type Tx = Parameters<Parameters<Drizzle["transaction"]>[0]>[0];

export type Database = { db: Db; pool: Connections; close(): Promise<void> };

/** `standby`: if true, a read-only server is accepted, so that a check can report the server as read-only. */
export type DatabaseOptions = { max?: number; name?: string; standby?: boolean };

/** The number of database connections that each process opens for requests. */
export const POOL_CONNECTIONS = 12;

/** Opens a database. `onIdleError` gets the errors of idle connections. */
export function openDatabase(
  connectionString: string,
  onIdleError: (error: Error) => void,
  { max = POOL_CONNECTIONS, name = "ona", standby = false }: DatabaseOptions = {},
): Database {
  const pool = new Connections({ connectionString, onIdleError, max, name, standby });
  // drizzle's type requires a whole pg.Pool, but drizzle calls only the method `query`.
  const db = drizzle({ client: pool as unknown as pg.Pool, schema });
  return { db: db as unknown as Db, pool, close: () => pool.close() };
}

/** Returns the named columns of a table for a `select`. In the rows, each column keeps its name. */
export const pickColumns = <Table extends object, Name extends string & keyof Table>(
  table: Table,
  ...names: readonly Name[]
): Pick<Table, Name> => Object.fromEntries(names.map((name) => [name, table[name]])) as Pick<Table, Name>;

const UNIQUE_VIOLATION = "23505";

/** Returns the unique constraint that a statement violated; null for any other error. */
export function brokenUnique(error: unknown): string | null {
  const cause = (error as { cause?: unknown }).cause ?? error;
  const { code, constraint } = cause as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION ? (constraint ?? "") : null;
}

/**
 * SQLSTATEs of a server that cannot serve at the moment: connection error, operator intervention, out of
 * resources, read-only (a standby), slow statement, disk error or internal error.
 */
const UNAVAILABLE_STATES = /^(08|53|57P|57014|25006|25P0[34]|58|XX)/;

/**
 * True if the database is unavailable at the moment (down, starting, full, or out of connections). Only
 * errors of database connections count, because mail, files and disks use the same error codes.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError) return UNAVAILABLE_STATES.test(error.code ?? "");
  // The name of the class is compared, because the log runs outside the build and therefore has its own copy of the
  // class.
  return error.name === "DatabaseUnavailable" || isDatabaseUnavailable(error.cause);
}
