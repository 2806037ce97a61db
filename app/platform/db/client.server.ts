/** Connection pools: one for the requests of a process, one for its jobs. */
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { CONNECT_MS, Connection, DatabaseUnavailable, DISK_FULL, STATEMENT_MS } from "./connection.server.ts";
import * as schema from "./schema.ts";

export type Db = NodePgDatabase<typeof schema>;
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

export type Database = {
  db: Db;
  pool: pg.Pool;
  /**
   * Must be called with true when the database stops responding, and with false when it responds again. While the
   * database is silent, idle connections are closed, waiting queries fail soon, and new ones fail at once.
   */
  setSilent(silent: boolean): void;
  /** False after a write failed because the server's disk is full, until a test finds space again. */
  hasSpace(): Promise<boolean>;
  close(): Promise<void>;
};

/** `standby`: true if a connection to a read-only server is accepted, so that a check can report this problem. */
export type DatabaseOptions = { max?: number; name?: string; standby?: boolean };

/** The number of connections that each process opens for requests. */
export const POOL_CONNECTIONS = 12;

/** `onIdleError` gets errors of idle connections. Without a listener such an error would end the process. */
export function openDatabase(
  connectionString: string,
  onIdleError: (error: Error) => void,
  { max = POOL_CONNECTIONS, name = "ona", standby = false }: DatabaseOptions = {},
): Database {
  const pool = createPool(connectionString, { max, name, standby });
  let closed = false;
  let full = false;
  pool.on("error", (error) => {
    // The connections of a closed pool end a little later. An error of such a connection is expected.
    if (!closed && !(error instanceof Retired)) onIdleError(error);
  });
  const all = new Set<Connection>();
  const idle = new Set<Connection>();
  const retire = () => {
    for (const connection of [...idle]) connection.drop(new Retired("not to be trusted any more"));
  };
  pool.on("connect", (client) => {
    // A connection that breaks in use fails its query and also emits an error. The pool listens only to idle
    // connections, and without a listener the error would end the process.
    client.on("error", () => {});
    const connection = client as unknown as Connection;
    // A write was refused because the server has become a standby. The other connections are therefore read-only too.
    connection.on("stale" as "end", () => {
      retire();
      connection.drop(new Retired("the database takes no writes here"));
    });
    connection.on("full" as "end", () => (full = true));
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
    const error = new DatabaseUnavailable("the database does not answer", { silent: true });
    return callback ? callback(error, undefined, () => {}) : Promise.reject(error);
  };
  pool.connect = connectUnlessSilent as typeof pool.connect;
  return {
    db: withOwnTransactions(drizzle({ client: pool, schema }), pool),
    pool,
    setSilent(now) {
      silent = now;
      if (!silent) return;
      retire();
      for (const connection of all) connection.hurry();
    },
    async hasSpace() {
      if (full) full = !(await findsRoom(pool));
      return !full;
    },
    close: () => {
      closed = true;
      return pool.end();
    },
  };
}

function createPool(connectionString: string, { max, name, standby }: Required<DatabaseOptions>): pg.Pool {
  return new pg.Pool({
    Client: Connection,
    connectionString,
    max,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
    // Connections are replaced after this time, so that a change behind the database's host name (a promoted standby,
    // certificates, a proxy) takes effect.
    maxLifetimeSeconds: 10 * 60,
    statement_timeout: STATEMENT_MS,
    // If a client vanishes inside a transaction, its locks are released after this time.
    idle_in_transaction_session_timeout: 10_000,
    application_name: name,
    // Sets TCP options with which the server notices sooner that a client has vanished.
    verify: (client, done) => {
      client.query(SERVER_KEEPALIVE, () => {
        if (standby) return done();
        // A standby is refused: after a failover it may be the former primary, which still responds to reads with
        // outdated data.
        client.query("select pg_is_in_recovery() as standby", (error, response) => {
          const [row] = error ? [] : (response.rows as { standby: boolean }[]);
          done(error ?? (row?.standby ? new DatabaseUnavailable("the database is a standby") : undefined));
        });
      });
    },
  });
}

/** Fills a temporary table, to find out if the disk has space. The transaction is rolled back. */
const FILL = `create temporary table ona_room on commit drop as
  select repeat(md5(n::text), 4) as filler from generate_series(1, 4000) n`;

/**
 * True if the server can write half a megabyte. If the role may not create temporary tables, the function returns true,
 * and the next write shows if there is space.
 */
async function findsRoom(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query(FILL);
    return true;
  } catch (error) {
    return databaseCode(error) !== DISK_FULL;
  } finally {
    await client.query("rollback").then(
      () => client.release(),
      () => client.release(true),
    );
  }
}

const DEADLOCK = "40P01";

/** The number of repeats before the error is thrown, and the pause before each repeat. */
const REPEATS = 3;
const REPEAT_AFTER_MS = 50;

/**
 * Repeats a transaction that PostgreSQL rolled back because of a deadlock, so that no user sees that error. In the
 * pause before the repeat, the transaction that waited for the same lock goes first; otherwise both could block each
 * other again. `work` must be one transaction or one statement, and must change only the database, so that repeating it
 * is safe.
 */
export async function againAfterDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let repeated = 0; ; repeated++) {
    try {
      return await work();
    } catch (error) {
      if (databaseCode(error) !== DEADLOCK || repeated === REPEATS) throw error;
      await sleep(REPEAT_AFTER_MS);
    }
  }
}

/** The symbol is global, because tests load this module twice (as source, and in the build), and both copies use it. */
const CONNECTION = Symbol.for("ona.connection");
type Queries = Pick<pg.Pool, "query">;

/** The connection on which named statements of a database or a transaction run (prepared.server.ts). */
export function connectionOf(db: Db | Tx): Queries {
  const connection =
    "$client" in db ? (db.$client as Queries) : (db as { [CONNECTION]?: Queries })[CONNECTION];
  if (!connection) throw new Error("this transaction was not begun by a database of openDatabase");
  return connection;
}

/**
 * Replaces drizzle's `transaction`, so that `connectionOf` finds the connection of a transaction, and a transaction is
 * repeated after a deadlock.
 */
function withOwnTransactions(db: ReturnType<typeof drizzle<typeof schema, pg.Pool>>, pool: pg.Pool) {
  const databases = new WeakMap<pg.PoolClient, Db>();
  const transact: Db["transaction"] = async (work, config) => {
    const client = await pool.connect();
    try {
      const own = databases.get(client) ?? drizzle({ client, schema });
      databases.set(client, own);
      return await own.transaction((tx) => {
        return work(Object.assign(tx, { [CONNECTION]: client }));
      }, config);
    } finally {
      client.release();
    }
  };
  db.transaction = (work, config) => againAfterDeadlock(() => transact(work, config));
  return db;
}

/** The SQLSTATE of an error of the database or of a query; null for other errors. */
function databaseCode(error: unknown): string | null {
  const cause = (error as { cause?: unknown }).cause ?? error;
  return cause instanceof pg.DatabaseError ? (cause.code ?? null) : null;
}

type Connected = (error: Error, client: undefined, done: () => void) => unknown;

/** The error of a connection that this process closed itself. */
class Retired extends DatabaseUnavailable {}

const SERVER_KEEPALIVE =
  "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 3; set tcp_keepalives_count = 3";

const UNIQUE_VIOLATION = "23505";

/** The name of the unique constraint that a statement violated; null for any other error. */
export function brokenUnique(error: unknown): string | null {
  const cause = (error as { cause?: unknown }).cause ?? error;
  const { code, constraint } = cause as { code?: string; constraint?: string };
  return code === UNIQUE_VIOLATION ? (constraint ?? "") : null;
}

/**
 * SQLSTATEs of a server that cannot serve now. They are connection errors, operator intervention, out of resources,
 * read-only (a standby), a statement that took too long, and disk or internal errors.
 */
const UNAVAILABLE_STATES = /^(08|53|57P|57014|25006|25P0[34]|58|XX)/;
/** The message of pg-pool's error when all connections were in use. */
const POOL_FULL = "timeout exceeded when trying to connect";

/**
 * True if an error means that the database is unavailable now (down, starting, full, out of connections) and not that our
 * statement is wrong. Only errors of database connections count, because mail, files and disks use the same error codes.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError) return UNAVAILABLE_STATES.test(error.code ?? "");
  if (error instanceof DatabaseUnavailable || error.message === POOL_FULL) return true;
  return isDatabaseUnavailable(error.cause);
}
