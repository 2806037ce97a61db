/** Listens on the port. If that fails, the error has the reason in one line. */
import { lookup } from "node:dns/promises";
import { connect, type Server } from "node:net";
import { StartRefused } from "../refusal.ts";

/** The reason and the remedy for each error that makes a port or host unusable. */
const REASONS: Record<string, (port: number, host: string) => string> = {
  EADDRINUSE: (port, host) => `port ${port} on ${host} is taken. Stop what listens there, or set PORT.`,
  EACCES: (port) =>
    `this user is not allowed to listen on port ${port}. Set PORT to 1024 or more, or give the user that right.`,
  EADDRNOTAVAIL: (_port, host) => `HOST ${host} is not an address of this machine.`,
  ENOTFOUND: (_port, host) => `HOST ${host} cannot be found. Set it to an address of this machine.`,
  EAI_AGAIN: (_port, host) => `HOST ${host} cannot be found. Set it to an address of this machine.`,
};

function refusalOf(error: NodeJS.ErrnoException, port: number, host: string): Error {
  const reason = REASONS[error.code ?? ""];
  return reason ? new StartRefused(reason(port, host)) : error;
}

/**
 * The maximum number of connections that can wait to be accepted. Node's default of 511 is too low while the process is
 * busy.
 */
const BACKLOG = 4096;

/** Listens on the port. Throws a StartRefused if the port or the host cannot be used. */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once("error", (error: NodeJS.ErrnoException) => fail(refusalOf(error, port, host)));
    server.listen({ port, host, backlog: BACKLOG }, () => done());
  });
}

/**
 * Throws a StartRefused if the port or the host cannot be used. It is called before a start creates anything. The port
 * is bound without listening, because a listener would accept visitors and reset their connections when it closes.
 */
export async function requirePort(port: number, host: string): Promise<void> {
  const refused = await bindOnce(port, host).catch((error: NodeJS.ErrnoException) => error);
  if (refused) throw refusalOf(refused, port, host);
}

/**
 * Binds the port for a moment. Returns the error, or null. Only a client's socket can bind a port without listening, so
 * the socket tries to connect to port 0, which fails.
 */
async function bindOnce(port: number, host: string): Promise<NodeJS.ErrnoException | null> {
  const { address, family } = await lookup(host);
  return new Promise((done) => {
    const nowhere = family === 6 ? "::1" : "127.0.0.1";
    const socket = connect({ host: nowhere, port: 0, localAddress: address, localPort: port, timeout: 1000 });
    const end = (error: NodeJS.ErrnoException | null) => {
      socket.destroy();
      done(error?.syscall === "bind" ? error : null);
    };
    socket.once("error", end);
    socket.once("connect", () => end(null));
    socket.once("timeout", () => end(null));
  });
}
