/** The way to the database: a pool for the pages of a process, and one for its work behind them. */
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { CONNECT_MS, Connection, DatabaseAway, STATEMENT_MS } from "./connection.server.ts";
import * as schema from "./schema.ts";

export type Db = NodePgDatabase<typeof schema>;
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

export type Database = {
  db: Db;
  pool: pg.Pool;
  /**
   * Told that the database fell silent: idle connections are thrown away, whoever waits on one is told soon, and until it
   * is heard again whoever asks is refused at once instead of waiting out a deadline.
   */
  setSilent(silent: boolean): void;
  close(): Promise<void>;
};

export type DatabaseOptions = { max?: number; name?: string };

/** Of each process, for its requests. */
export const POOL_CONNECTIONS = 12;

/** `onIdleError` hears of idle connections that the server ended; without a listener such an error would end the process. */
export function openDatabase(
  connectionString: string,
  onIdleError: (error: Error) => void,
  { max = POOL_CONNECTIONS, name = "ona" }: DatabaseOptions = {},
): Database {
  const pool = new pg.Pool({
    Client: Connection,
    connectionString,
    max,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
    // What moved behind an address (a standby promoted, certificates, a proxy) is noticed after that at last.
    maxLifetimeSeconds: 10 * 60,
    statement_timeout: STATEMENT_MS,
    // Locks of somebody whom the network took away are free again soon.
    idle_in_transaction_session_timeout: 10_000,
    application_name: name,
    // So that the server too forgets soon whom the network took away; where it cannot, it takes its time.
    verify: (client, done) => {
      client.query(SERVER_KEEPALIVE, () => done());
    },
  });
  pool.on("error", (error) => {
    if (!(error instanceof Retired)) onIdleError(error);
  });
  const all = new Set<Connection>();
  const idle = new Set<Connection>();
  const retire = () => {
    for (const connection of [...idle]) connection.drop(new Retired("not to be trusted any more"));
  };
  pool.on("connect", (client) => {
    // The pool hears only its idle connections. One that breaks in use fails its query and says so once more to whoever
    // listens; with nobody there, that would end the process.
    client.on("error", () => {});
    const connection = client as unknown as Connection;
    // The server behind it has become a standby: so has that of the others.
    connection.on("stale" as "end", () => {
      retire();
      connection.drop(new Retired("the database takes no writes here"));
    });
    all.add(connection);
  });
  pool.on("acquire", (client) => idle.delete(client as unknown as Connection));
  pool.on("release", (error, client) => {
    if (!error) idle.add(client as unknown as Connection);
  });
  pool.on("remove", (client) => {
    all.delete(client as unknown as Connection);
    idle.delete(client as unknown as Connection);
  });

  let silent = false;
  const connect = pool.connect.bind(pool) as (callback?: Connected) => unknown;
  const connectUnlessSilent = (callback?: Connected) => {
    if (!silent) return connect(callback);
    const error = new DatabaseAway("the database does not answer", { silent: true });
    return callback ? callback(error, undefined, () => {}) : Promise.reject(error);
  };
  pool.connect = connectUnlessSilent as typeof pool.connect;
  return {
    db: drizzle({ client: pool, schema }),
    pool,
    setSilent(now) {
      silent = now;
      if (!silent) return;
      retire();
      for (const connection of all) connection.hurry();
    },
    close: () => pool.end(),
  };
}

type Connected = (error: Error, client: undefined, done: () => void) => unknown;

/** We ended it ourselves. */
class Retired extends DatabaseAway {}

const SERVER_KEEPALIVE =
  "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 3; set tcp_keepalives_count = 3";

const UNIQUE_VIOLATION = "23505";

/** The name of the unique constraint that an error is about, or null. */
export function brokenUnique(error: unknown): string | null {
  const cause = (error as { cause?: unknown }).cause ?? error;
  const { code, constraint } = cause as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION ? (constraint ?? "") : null;
}

/**
 * What PostgreSQL answers when it cannot serve now: connection and operator trouble, out of resources, read-only (a
 * standby), a statement that took too long, a disk or an internal error.
 */
const AWAY_STATES = /^(08|53|57P|57014|25006|25P0[34]|58|XX)/;
/** pg-pool's own: all connections were in use. */
const POOL_FULL = "timeout exceeded when trying to connect";

/**
 * Whether an error says that the database cannot be used now (down, starting, full, out of connections), not that we are
 * wrong. Only errors of the database's own connections count: mail, files and disks know the same error codes.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError) return AWAY_STATES.test(error.code ?? "");
  if (error instanceof DatabaseAway || error.message === POOL_FULL) return true;
  return isDatabaseUnavailable(error.cause);
}
