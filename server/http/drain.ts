/**
 * RUN-3: ends a server under load.
 *
 * - First, the connections that wait are accepted. When the port closes, the kernel resets connections that still wait.
 *   So connections are kept alive until then, and a proxy opens few new ones.
 * - The port is closed.
 * - The received requests are answered. Each response asks the client to open a new connection next time. A kept-alive
 *   connection may be used once more before it is closed.
 */
import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../observe/log.ts";

const GRACE_MS = 5_000;
/**
 * The time in which a kept-alive connection may still bring a last request after the port is closed. The request may be
 * on its way when the stop begins, or a proxy may notice the stop a second late (docs/proxy).
 */
const LAST_REQUEST_MS = 1500;
/** The longest time in which connections that wait are accepted. A busy process accepts 20 to 100 a second. */
const LAST_ACCEPT_MS = 2500;
/**
 * During a stop, idle connections are closed again and again, with a pause of `everyMs`. Before each close, the data
 * that has arrived is read, for at most `atMostMs`.
 */
const LOOK = { everyMs: 50, atMostMs: 500 };
/**
 * Connections are closed only after a turn of the event loop that was shorter than this. Data that arrives during a
 * turn is read only in the next turn; a close before that would reset the connection. A turn without work nearly always
 * takes less than 0.2 ms, even while all cores are busy. A turn of 1 ms or more ran handlers, so the close waits for
 * another turn.
 */
const SHORT_TURN_MS = 1;

export function createDrain(log: Pick<Log, "warn">) {
  let stopping = false;
  let unanswered = 0;
  const inFlight = new Set<ServerResponse>();
  return {
    /** Must be called for each request before its response begins, so that a stop can set the response's headers. */
    note(response: ServerResponse): void {
      inFlight.add(response);
      response.once("close", () => {
        inFlight.delete(response);
        if (stopping && !response.headersSent) unanswered++;
      });
      if (stopping) response.setHeader("Connection", "close");
    },
    /** Closes the port and waits for requests that are being answered. After GRACE_MS closes all other connections. */
    async end(server: Server, endStreams: () => Promise<void>): Promise<void> {
      const late = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      await acceptedAll(server);
      // Calls the close method of net.Server. The close method of http.Server would also cut kept-alive connections and
      // arriving requests.
      let open = true;
      const closed = new Promise<void>((done) => NetServer.prototype.close.call(server, () => done()));
      void closed.then(() => (open = false));
      stopping = true;
      for (const response of inFlight) if (!response.headersSent) response.setHeader("Connection", "close");
      // Live streams never end by themselves, so they are ended first. Other requests have the grace period.
      const streams = endStreams();
      const closeIdle = async () => {
        await sleep(LAST_REQUEST_MS, undefined, { ref: false });
        while (open) {
          // Node counts a connection with an unread request as idle, so such requests are read first.
          await shortTurn(LOOK.atMostMs);
          server.closeIdleConnections();
          await sleep(LOOK.everyMs);
        }
      };
      void closeIdle();
      await closed;
      clearTimeout(late);
      server.close();
      await streams;
      // Counts the responses that did not begin within the grace period. `note` has not counted them yet, because their
      // 'close' events come after the server's 'close' event.
      for (const response of inFlight) if (!response.headersSent) unanswered++;
      if (unanswered > 0) log.warn({ unanswered }, "requests without an answer at the stop");
    },
  };
}

/**
 * Resolves when no more connections wait to be accepted. Node accepts one in each turn of the event loop. Closing the
 * port would reset connections that wait, and their requests would be lost.
 */
async function acceptedAll(server: NetServer): Promise<void> {
  let turnsWithout = 0;
  const note = () => void (turnsWithout = -1);
  server.on("connection", note);
  // Two turns without a connection are needed: the current turn may have checked before the last connections arrived.
  await shortTurn(LAST_ACCEPT_MS, () => ++turnsWithout >= 2);
  server.off("connection", note);
}

/**
 * Resolves right after the event loop has checked all sockets. If the check was delayed, or `isEnough` is false, waits
 * for the next check, at most `mostMs` in total.
 */
async function shortTurn(mostMs: number, isEnough: () => boolean = () => true): Promise<void> {
  const until = performance.now() + mostMs;
  for (let begun = performance.now(); begun < until;) {
    await new Promise((turn) => setImmediate(turn));
    const ended = performance.now();
    if (isEnough() && ended - begun < SHORT_TURN_MS) return;
    begun = ended;
  }
}
