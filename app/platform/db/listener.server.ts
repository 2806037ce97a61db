/** The connection that receives NOTIFY. Its pings notice first that the database is silent or responds again. */
import pg from "pg";
import { isSilence } from "./connection.server.ts";
import { CONNECT_MS } from "./connections.server.ts";

/** The name of the listening connection in pg_stat_activity. `acknowledge` appends the acknowledged message to it. */
export const LISTENER_NAME = "ona-live";
const AGAIN_MS = 500;
const BEAT_MS = 1000;
const BEAT_RESPONSE_MS = 2000;

export type Listener = {
  listening(): boolean;
  /** Writes the last processed message into pg_stat_activity, where other processes read it. */
  acknowledge(message: string): void;
  close(): void;
};

export type Notifications = {
  message(payload: string): void;
  /**
   * Called when the connection begins to receive notifications, and again after each interruption. Notifications that
   * were sent before the call are lost.
   */
  connected(): void;
  /** Called with true if both the old and a new connection get no response, and with false after the next response. */
  silent(silent: boolean): void;
  problem(error: Error): void;
};

/** A client that sends a query only after its last one has ended, as pg 9 will demand. */
class ListeningClient extends pg.Client {
  #last: Promise<unknown> = Promise.resolve();

  queryInTurn(text: string, values?: unknown[]): Promise<unknown> {
    const result = this.#last.then(() => this.query(text, values));
    this.#last = result.catch(() => {});
    return result;
  }
}

const connectionTo = (connectionString: string) =>
  new ListeningClient({
    connectionString,
    application_name: LISTENER_NAME,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    query_timeout: BEAT_RESPONSE_MS,
  });

/** Listens to a channel until `close`, and reconnects after a lost connection. */
export function listenToChannel(connectionString: string, channel: string, on: Notifications): Listener {
  let current: ListeningClient | null = null;
  let listening = false;
  let closed = false;
  let silent = false;
  let timer: NodeJS.Timeout | undefined;
  const setSilent = (now: boolean) => {
    if (now !== silent) on.silent((silent = now));
  };

  async function connect(): Promise<void> {
    const own = (current = connectionTo(connectionString));
    const lost = (error: Error) => {
      if (current !== own) return;
      current = null;
      listening = false;
      void own.end().catch(() => {});
      if (closed) return;
      on.problem(error);
      clearTimeout(timer);
      const wasSilent = silent;
      setSilent(isSilence(error));
      // When the server has just stopped responding, a new connection is tried at once, because only the old connection
      // may be broken.
      timer = setTimeout(() => void connect(), silent && !wasSilent ? 0 : AGAIN_MS);
    };
    // The error listener is never removed, because an abandoned socket may still emit an error much later.
    own.on("error", lost);
    own.on("end", () => lost(new Error("the connection ended")));
    own.on("notification", ({ payload }) => on.message(payload ?? ""));
    const beat = () => {
      own.queryInTurn("select 1").then(() => {
        if (current === own) timer = setTimeout(beat, BEAT_MS);
      }, lost);
    };
    try {
      await own.connect();
      await own.query(`listen ${channel}`);
    } catch (error) {
      return lost(error as Error);
    }
    if (current !== own) return;
    listening = true;
    setSilent(false);
    timer = setTimeout(beat, BEAT_MS);
    on.connected();
  }
  void connect();

  return {
    listening: () => listening,
    acknowledge(message) {
      const name = `${LISTENER_NAME} ${message}`;
      // If this query fails, its error is ignored, because the next ping notices a lost connection.
      current?.queryInTurn("select set_config('application_name', $1, false)", [name]).catch(() => {});
    },
    close() {
      closed = true;
      setSilent(false);
      listening = false;
      clearTimeout(timer);
      const own = current;
      current = null;
      // The end of the connection is not awaited, because the server may not respond.
      own?.end().catch(() => {});
    },
  };
}
