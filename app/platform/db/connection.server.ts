/** One connection to the database, and what the connection's errors mean (docs/decisions/0017-timeouts.md). */
import pg from "pg";

/** A network error or a missed deadline. `cause` is the original error. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
}

/** Runs statements. Both the pool and a single connection of the pool have this type. */
export type Queries = {
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    query: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
};

/** One connection. It closes after an error that means 'database unavailable', and then refuses statements. */
export class Connection implements Queries {
  readonly generation: number;
  readonly #client: pg.PoolClient;
  readonly #onRefused: (code: string | undefined) => void;
  #broken = false;
  #ended: DatabaseUnavailable | null = null;
  /** The number of statements without a response yet, and the time at which the oldest of them was sent. */
  #waiting = 0;
  #since = 0;

  constructor(client: pg.PoolClient, generation: number, onRefused: (code: string | undefined) => void) {
    this.#client = client;
    this.generation = generation;
    this.#onRefused = onRefused;
    // A broken connection fails its statement and also emits an error. The pool listens only to idle
    // connections, so without this listener the error would end the process.
    client.on("error", () => (this.#broken = true));
  }

  async query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    query: string | pg.QueryConfig,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>> {
    if (this.#ended) throw this.#ended;
    if (this.#waiting++ === 0) this.#since = performance.now();
    try {
      return await this.#client.query<Row>(query, values);
    } catch (error) {
      throw this.#understood(error);
    } finally {
      this.#waiting--;
      this.#since = performance.now();
    }
  }

  release(): void {
    if (!this.#ended) this.#client.release();
  }

  /** Closes the connection at once. Statements without a response fail with `reason`. */
  end(reason: DatabaseUnavailable): void {
    if (this.#ended) return;
    this.#ended = reason;
    this.#client.release(reason);
  }

  /** Closes the connection if its first waiting statement was sent before the time `since`. */
  endIfWaiting(since: number): void {
    if (this.#waiting > 0 && this.#since < since) this.end(noResponse());
  }

  #understood(error: unknown): unknown {
    if (this.#ended) return this.#ended;
    if (error instanceof pg.DatabaseError) {
      this.#onRefused(error.code);
      return error;
    }
    if (isTimeout(error)) this.end(noResponse(error));
    else if (this.#broken) this.end(asUnavailable(error));
    return this.#ended ?? error;
  }
}

/** pg's errors for a missed deadline have no code, so their messages are compared. */
const isTimeout = (error: unknown) =>
  /^(Query read timeout|timeout expired)$/.test((error as { message?: string }).message ?? "");
const SILENT_CODES = /^(ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH)$/;

/** True if the server did not respond at all. */
export const isSilence = (error: unknown): boolean =>
  isTimeout(error) || SILENT_CODES.test((error as { code?: string }).code ?? "");

const noResponse = (cause?: unknown) =>
  new DatabaseUnavailable("no answer from the database in time", { cause });

export function asUnavailable(error: unknown): DatabaseUnavailable {
  if (error instanceof DatabaseUnavailable) return error;
  const { message, code } = error as { message?: string; code?: string };
  return new DatabaseUnavailable(message || code || "the database is unavailable", { cause: error });
}

/** Returns the SQLSTATE of a database error; undefined for other errors. */
export function sqlStateOf(error: unknown): string | undefined {
  const cause = (error as { cause?: unknown }).cause ?? error;
  return cause instanceof pg.DatabaseError ? cause.code : undefined;
}
