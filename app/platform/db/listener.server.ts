/**
 * The connection that receives NOTIFY. It is pinged regularly, so it is also the first to detect that the database stopped
 * responding, or responds again.
 */
import pg from "pg";
import { isSilence } from "./connection.server.ts";
import { CONNECT_MS } from "./connections.server.ts";

/**
 * The name of every process's listening connection in pg_stat_activity. After `acknowledge`, the acknowledged message
 * is appended to the name.
 */
export const LISTENER_NAME = "ona-live";
const AGAIN_MS = 500;
const BEAT_MS = 1000;
const BEAT_RESPONSE_MS = 2000;

export type Listener = {
  /** True while this process receives notifications. */
  listening(): boolean;
  /**
   * Writes the last processed message into pg_stat_activity, where other processes can see that this process has
   * processed it.
   */
  acknowledge(message: string): void;
  close(): void;
};

export type Notifications = {
  message(payload: string): void;
  /**
   * Called when this process begins to receive notifications, and again after an interruption. Notifications that were
   * sent before this call are lost.
   */
  connected(): void;
  /**
   * Called with true if neither the old connection nor a new one gets a response, and with false after the next
   * response.
   */
  silent(silent: boolean): void;
  problem(error: Error): void;
};

const connectionTo = (connectionString: string) =>
  new pg.Client({
    connectionString,
    application_name: LISTENER_NAME,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    query_timeout: BEAT_RESPONSE_MS,
  });

/** Listens to a channel until `close`, and reconnects when the connection is lost. */
export function listen(connectionString: string, channel: string, on: Notifications): Listener {
  let current: pg.Client | null = null;
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
      // If the server has just become silent, a new connection is tried at once, because perhaps only the old
      // connection is broken.
      timer = setTimeout(() => void connect(), silent && !wasSilent ? 0 : AGAIN_MS);
    };
    // The listener for errors is never removed, because a socket may emit an error long after its connection was
    // abandoned.
    own.on("error", lost);
    own.on("end", () => lost(new Error("the connection ended")));
    own.on("notification", ({ payload }) => on.message(payload ?? ""));
    const beat = () => {
      own.query("select 1").then(() => {
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
      // An error of this query is ignored: if the connection is lost, the next ping notices it.
      current?.query("select set_config('application_name', $1, false)", [name]).catch(() => {});
    },
    close() {
      closed = true;
      setSilent(false);
      listening = false;
      clearTimeout(timer);
      const last = current;
      current = null;
      // Not awaited, because the server may not respond.
      last?.end().catch(() => {});
    },
  };
}
