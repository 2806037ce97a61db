/**
 * One connection to the database, with a deadline for connecting and for every response
 * (docs/decisions/0017-timeouts.md). A connection that misses a deadline is destroyed.
 */
import pg from "pg";

/** The SQLSTATE of a server whose disk has no room for more rows. */
export const DISK_FULL = "53100";
export const CONNECT_MS = 3000;
/** The time after which the server ends a slow statement (statement_timeout). */
export const STATEMENT_MS = 8000;
/**
 * The time after which a connection that gets no response is closed. It is longer than STATEMENT_MS, so that the server
 * itself ends a slow statement, and only a silent server reaches this limit.
 */
const RESPONSE_MS = 9000;
/** The time, from sending a query, in which a response is still accepted once the server is known to be silent. */
const HURRY_MS = 1000;
/**
 * The time that is added to each deadline. If this process was too busy to read a response that has arrived, it reads
 * the response in this time.
 */
const SECOND_LOOK_MS = 100;

/** The database cannot be reached: a network error or a missed deadline, with the original error as its cause. */
export class DatabaseUnavailable extends Error {
  override name = "DatabaseUnavailable";
  /** True if the server did not respond at all; false if it refused or ended the connection. */
  readonly silent: boolean;
  constructor(message: string, options: { silent?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.silent = options.silent ?? false;
  }
}

type Ask = (...args: unknown[]) => unknown;
type Callback = (error: unknown, ...rest: unknown[]) => unknown;
/** `responseMs`: the time limit of each response; null for no limit, which migrations need. */
export type ConnectionOptions = pg.ClientConfig & { responseMs?: number | null };

/**
 * A pg client whose errors tell if the database is unavailable. It emits `stale` if the server refuses a write because
 * the server is read-only, and `full` if the server's disk is full.
 */
export class Connection extends pg.Client {
  readonly #answerMs: number | null;
  #broken = false;
  /** The time at which each pending query was sent. */
  readonly #waiting = new Set<{ since: number }>();

  constructor(options: ConnectionOptions = {}) {
    super({
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 5000,
      ...options,
    });
    this.#answerMs = options.responseMs === undefined ? RESPONSE_MS : options.responseMs;
    const connect = this.connect.bind(this) as unknown as Ask;
    const query = this.query.bind(this) as unknown as Ask;
    this.connect = ((...args: unknown[]) =>
      settled(connect, args, () => {}, asUnavailable)) as unknown as typeof this.connect;
    this.query = ((...args: unknown[]) =>
      settled(query, args, this.#startWaiting(), (error) =>
        this.#understood(error),
      )) as unknown as typeof this.query;
  }

  /** pg reports a broken connection by an `error` event. The listeners get it as DatabaseUnavailable. */
  override emit(event: string | symbol, ...args: unknown[]): boolean {
    if (event === "error") this.#broken = true;
    return super.emit(event, ...((event === "error" ? args.map(asUnavailable) : args) as [Error]));
  }

  /** Closes the connection at once without notifying the server. Pending queries fail with `reason`. */
  drop(reason: Error): void {
    this.connection.stream.destroy(reason);
  }

  /**
   * The pool calls this function once it knows that the server is silent. A pending query then fails HURRY_MS after it
   * was sent.
   */
  hurry(): void {
    for (const asked of this.#waiting) {
      const left = Math.max(0, asked.since + HURRY_MS - performance.now());
      setTimeout(() => {
        if (this.#waiting.has(asked)) this.drop(noResponse("in time"));
      }, left);
    }
  }

  #startWaiting(): () => void {
    const ms = this.#answerMs;
    if (ms === null) return () => {};
    const asked = { since: performance.now() };
    this.#waiting.add(asked);
    let timer = setTimeout(() => {
      timer = setTimeout(() => this.drop(noResponse(`within ${ms} ms`)), SECOND_LOOK_MS);
    }, ms);
    return () => {
      clearTimeout(timer);
      this.#waiting.delete(asked);
    };
  }

  #understood(error: unknown): unknown {
    if (error instanceof pg.DatabaseError) {
      if (error.code === "25006") this.emit("stale", error);
      if (error.code === DISK_FULL) this.emit("full", error);
      return error;
    }
    const { destroyed, writable } = this.connection.stream;
    return this.#broken || destroyed || !writable ? asUnavailable(error) : error;
  }
}

/**
 * Calls a function of pg that takes a callback or returns a promise. `end` is called when the call has ended, and
 * `understand` converts its error.
 */
function settled(
  call: Ask,
  args: unknown[],
  end: () => void,
  understand: (error: unknown) => unknown,
): unknown {
  const given = args.at(-1);
  if (typeof given === "function") {
    const callback: Callback = (error, ...rest) => {
      end();
      return (given as Callback)(error && understand(error), ...rest);
    };
    return call(...args.slice(0, -1), callback);
  }
  return (call(...args) as Promise<unknown>).finally(end).catch((error: unknown) => {
    throw understand(error);
  });
}

const noResponse = (when: string) =>
  new DatabaseUnavailable(`no answer from the database ${when}`, { silent: true });

const SILENT_CODES = /^(ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH)$/;

function asUnavailable(error: unknown): unknown {
  if (error instanceof pg.DatabaseError || error instanceof DatabaseUnavailable) return error;
  const { message, code } = error as { message?: string; code?: string };
  // pg's error has this message when the time limit of connecting is over.
  const silent = message === "timeout expired" || SILENT_CODES.test(code ?? "");
  return new DatabaseUnavailable(message || code || "the database is unavailable", { silent, cause: error });
}
