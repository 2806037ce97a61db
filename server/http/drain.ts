/**
 * RUN-3: ends a server under load. The port is closed first. Connections are kept alive until then, so that a proxy
 * opens few new connections, which the kernel would reset when the port closes. Afterwards received requests are
 * answered, and each response asks its client to open another connection for the next request. Kept-alive connections
 * may be used once more before they are closed.
 */
import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../observe/log.ts";

const GRACE_MS = 5_000;
/**
 * The time in which a kept-alive connection may still bring a request after the port is closed: one that was on its way
 * when the stop began, or one of a proxy that has not noticed the stop yet (docs/proxy: within a second).
 */
const LAST_REQUEST_MS = 1500;
/**
 * The longest time for which the port stays open for connections that wait to be accepted. A busy process accepts 20 to 100
 * a second.
 */
const LAST_ACCEPT_MS = 2500;
/**
 * Idle connections are closed every `everyMs`. Each close first waits up to `atMostMs` for a turn of the event loop in
 * which received data was read.
 */
const LOOK = { everyMs: 50, atMostMs: 500 };
/**
 * The longest time between a check of all sockets and a close. The kernel resets a connection whose data arrives in
 * between.
 */
const SHORT_TURN_MS = 1;

export function createDrain(log: Pick<Log, "warn">) {
  let stopping = false;
  let unanswered = 0;
  const inFlight = new Set<ServerResponse>();
  return {
    /**
     * Counts a request as in flight. Call it for each request before its response begins, so that a stop can set its
     * headers.
     */
    note(response: ServerResponse): void {
      inFlight.add(response);
      response.once("close", () => {
        inFlight.delete(response);
        if (stopping && !response.headersSent) unanswered++;
      });
      if (stopping) response.setHeader("Connection", "close");
    },
    /** Closes the port, waits for requests in flight, and closes the rest after the grace period. */
    async end(server: Server, endStreams: () => Promise<void>): Promise<void> {
      const late = setTimeout(() => server.closeAllConnections(), GRACE_MS);
      await acceptedAll(server);
      // This is the close of net.Server. That of http.Server would cut kept-alive connections at once, together with
      // requests that are just arriving.
      let open = true;
      const closed = new Promise<void>((done) => NetServer.prototype.close.call(server, () => done()));
      void closed.then(() => (open = false));
      stopping = true;
      for (const response of inFlight) if (!response.headersSent) response.setHeader("Connection", "close");
      // Open live streams would keep the server running forever, so they end first. Other requests in flight have until
      // the end of the grace period.
      const streams = endStreams();
      const closeIdle = async () => {
        await sleep(LAST_REQUEST_MS, undefined, { ref: false });
        while (open) {
          // Node regards a connection as idle if its request is received but not read yet. Such requests are therefore
          // read before idle connections are closed.
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
      // The responses in `inFlight` were cut off at the end of the grace period. Their 'close' events come only after
      // the server's, so they are counted here.
      for (const response of inFlight) if (!response.headersSent) unanswered++;
      if (unanswered > 0) log.warn({ unanswered }, "requests without an answer at the stop");
    },
  };
}

/**
 * Resolves in a turn of the event loop in which no connection waited to be accepted. When the port is closed, the
 * kernel resets the connections that still wait, with their requests. Node accepts one connection in each turn.
 */
async function acceptedAll(server: NetServer): Promise<void> {
  let turnsWithout = 0;
  const note = () => void (turnsWithout = -1);
  server.on("connection", note);
  // Two turns without a new connection are needed, because the current turn may have looked for connections before the
  // last ones arrived.
  await shortTurn(LAST_ACCEPT_MS, () => ++turnsWithout >= 2);
  server.off("connection", note);
}

/**
 * Resolves right after the event loop has checked all sockets. If other work delayed the check, or `isEnough` returns
 * false, waits for the next check, but at most `mostMs` in total.
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
