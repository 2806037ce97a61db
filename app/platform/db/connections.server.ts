/**
 * A process's connections to the database. Each statement has a deadline, and its error shows whether the
 * database is unavailable (docs/decisions/0017-timeouts.md).
 */
import pg from "pg";
import {
  asUnavailable,
  Connection,
  DatabaseUnavailable,
  sqlStateOf,
  type Queries,
} from "./connection.server.ts";

/** The SQLSTATE of a full disk. */
const DISK_FULL = "53100";
/** The SQLSTATE of a write that a read-only server, such as a standby, refused. */
const READ_ONLY = "25006";
export const CONNECT_MS = 3000;
/** The server stops a statement that runs longer than this time. */
const STATEMENT_MS = 8000;
/**
 * A connection is closed if a statement gets no response within this time. The time is longer than
 * STATEMENT_MS, so only a silent server reaches it.
 */
const RESPONSE_MS = 9000;
/** Once the server is known to be silent, a statement waits only this long for its response. */
const HURRY_MS = 1000;

/** `onIdleError` gets errors of idle connections. `standby`: true if a read-only server is accepted. */
export type ConnectionsOptions = {
  connectionString: string;
  max: number;
  name: string;
  standby: boolean;
  onIdleError: (error: Error) => void;
};

export class Connections implements Queries {
  readonly #pool: pg.Pool;
  readonly #known = new WeakMap<pg.PoolClient, Connection>();
  readonly #lent = new Set<Connection>();
  /**
   * The number of the current generation of connections. A connection of an earlier generation may be broken or
   * read-only. It is closed and not used again.
   */
  #generation = 0;
  #silent = false;
  #full = false;

  constructor({ connectionString, max, name, standby, onIdleError }: ConnectionsOptions) {
    this.#pool = new pg.Pool({
      ...SETTINGS,
      connectionString,
      max,
      application_name: name,
      verify: verify(standby),
    });
    // A closed pool ends its connections later. Errors of those connections are expected.
    this.#pool.on("error", (error) => {
      if (!this.#pool.ending) onIdleError(error);
    });
    this.#pool.on("connect", (client) => {
      this.#known.set(client, new Connection(client, this.#generation, (code) => this.#note(code)));
    });
  }

  async query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    query: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>> {
    const connection = await this.lend();
    try {
      return await connection.query<Row>(query, values);
    } finally {
      this.takeBack(connection);
    }
  }

  /** Gives one caller a connection. The caller must give the connection back with `takeBack`. */
  async lend(): Promise<Connection> {
    for (;;) {
      if (this.#silent) throw new DatabaseUnavailable("the database does not answer");
      const client = await this.#pool.connect().catch((error: unknown) => {
        throw error instanceof pg.DatabaseError ? error : asUnavailable(error);
      });
      const connection = this.#known.get(client)!;
      if (connection.generation === this.#generation) {
        this.#lent.add(connection);
        return connection;
      }
      connection.end(new DatabaseUnavailable("not to be trusted any more"));
    }
  }

  takeBack(connection: Connection): void {
    this.#lent.delete(connection);
    connection.release();
  }

  /**
   * Must be called with true when the database stops responding, and with false when it responds again. While
   * the database is silent, callers get no connection, and waiting statements fail soon. Connections from
   * before the silence are not used again.
   */
  setSilent(silent: boolean): void {
    this.#silent = silent;
    if (!silent) return;
    this.#generation++;
    const since = performance.now();
    setTimeout(() => {
      for (const connection of this.#lent) connection.endIfWaiting(since);
    }, HURRY_MS);
  }

  /** Returns false after a write failed on a full disk, until a test finds space again. */
  async hasSpace(): Promise<boolean> {
    if (!this.#full) return true;
    // If the database role may not create temporary tables, this test fails with another error. Every error except
    // 'disk full' counts as enough space, and the next write shows whether there is any.
    this.#full = await this.query(FILL).then(
      () => false,
      (error: unknown) => sqlStateOf(error) === DISK_FULL,
    );
    return !this.#full;
  }

  #note(code: string | undefined) {
    if (code === DISK_FULL) this.#full = true;
    // The server has become a standby, so the pool's other connections are read-only, too.
    if (code === READ_ONLY) this.#generation++;
  }

  get count() {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { total: totalCount, idle: idleCount, waiting: waitingCount };
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

const SETTINGS = {
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5000,
  // Longer than a minute, so that work that runs every minute finds an open connection. A new connection reads the
  // catalog and plans its statements again, which costs many times what the statements cost later.
  idleTimeoutMillis: 3 * 60_000,
  // Connections are replaced after this time, so that a change behind the database's host name (a promoted
  // standby, certificates, a proxy) takes effect.
  maxLifetimeSeconds: 10 * 60,
  statement_timeout: STATEMENT_MS,
  query_timeout: RESPONSE_MS,
  // If a client vanishes inside a transaction, the transaction's locks are released after this time.
  idle_in_transaction_session_timeout: 10_000,
} satisfies pg.PoolConfig;

/** With these TCP options the server notices sooner that a client has vanished. */
const SERVER_KEEPALIVE =
  "set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 3; set tcp_keepalives_count = 3";

/**
 * Returns the function that pg calls for each new connection. It sets the TCP options. Unless `standby` is true,
 * it also refuses a standby, because a former primary may be a standby with outdated data after a failover.
 */
const verify =
  (standby: boolean): NonNullable<pg.PoolConfig["verify"]> =>
  (client, done) => {
    client.query(soon(SERVER_KEEPALIVE), (refused) => {
      if (refused && !(refused instanceof pg.DatabaseError)) return done(refused);
      if (standby) return done();
      client.query<{ standby: boolean }>(soon("select pg_is_in_recovery() as standby"), (error, found) => {
        const isStandby = !error && found.rows[0]?.standby;
        done(error ?? (isStandby ? new DatabaseUnavailable("the database is a standby") : undefined));
      });
    });
  };

/** Makes a statement whose deadline is CONNECT_MS, the time limit for connecting. pg's types lack this option. */
const soon = (text: string) => ({ text, query_timeout: CONNECT_MS }) as pg.QueryConfig;

/** Fills a temporary table with half a megabyte. The table is dropped when the statement ends. */
const FILL = `create temporary table ona_room on commit drop as
  select repeat(md5(n::text), 4) as filler from generate_series(1, 4000) n`;
