/**
 * The connection that receives NOTIFY. It is pinged regularly, so it is also the first to detect that the database
 * stopped responding, and that it responds again.
 */
import { CONNECT_MS, Connection, DatabaseAway } from "./connection.server.ts";

const AGAIN_MS = 500;
const BEAT_MS = 1000;
const BEAT_ANSWER_MS = 2000;

export type Listener = {
  /** Whether notifications are received now. */
  listening(): boolean;
  close(): void;
};

export type Hears = {
  message(payload: string): void;
  /** Called when notifications are received again, or for the first time. Those sent meanwhile are lost. */
  heard(): void;
  /** Whether nothing responds: neither the connection nor a new one. */
  silent(silent: boolean): void;
  problem(error: Error): void;
};

/** Listens to a channel until it is closed, and reconnects when a connection is lost. */
export function listen(connectionString: string, channel: string, hears: Hears): Listener {
  let line: Connection | null = null;
  let heard = false;
  let closed = false;
  let silent = false;
  let timer: NodeJS.Timeout | undefined;
  const tellSilent = (now: boolean) => {
    if (now !== silent) hears.silent((silent = now));
  };

  async function connect(): Promise<void> {
    const own = (line = new Connection({
      connectionString,
      application_name: "ona-live",
      connectionTimeoutMillis: CONNECT_MS,
      answerMs: BEAT_ANSWER_MS,
    }));
    const lost = (error: Error) => {
      if (line !== own) return;
      line = null;
      heard = false;
      own.drop(error);
      if (closed) return;
      hears.problem(error);
      clearTimeout(timer);
      const wasSilent = silent;
      tellSilent(error instanceof DatabaseAway && error.silent);
      // Only this connection may be broken: a new one shows it at once.
      timer = setTimeout(() => void connect(), silent && !wasSilent ? 0 : AGAIN_MS);
    };
    // Never removed: a socket may emit an error long after it was abandoned.
    own.on("error", lost);
    own.on("end", () => lost(new DatabaseAway("the line ended")));
    own.on("notification", ({ payload }) => hears.message(payload ?? ""));
    const beat = () => {
      own.query("select 1").then(() => {
        if (line === own) timer = setTimeout(beat, BEAT_MS);
      }, lost);
    };
    try {
      await own.connect();
      await own.query(`listen ${channel}`);
    } catch (error) {
      return lost(error as Error);
    }
    if (line !== own) return;
    heard = true;
    tellSilent(false);
    timer = setTimeout(beat, BEAT_MS);
    hears.heard();
  }
  void connect();

  return {
    listening: () => heard,
    close() {
      closed = true;
      tellSilent(false);
      heard = false;
      clearTimeout(timer);
      const last = line;
      line = null;
      // Not end(): it would wait for a server that may not respond.
      last?.drop(new DatabaseAway("closed"));
    },
  };
}
