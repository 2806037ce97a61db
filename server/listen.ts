/** Listens on the port, and says in one line why it cannot. */
import { createServer, type Server } from "node:net";
import { StartRefused } from "./refusal.ts";

/** Why a port or an address cannot be used, and what to do about it. */
const REASONS: Record<string, (port: number, host: string) => string> = {
  EADDRINUSE: (port, host) => `port ${port} on ${host} is taken. Stop what listens there, or set PORT.`,
  EACCES: (port) => `port ${port} is not for this user. Set PORT to one above 1023, or allow it.`,
  EADDRNOTAVAIL: (_port, host) => `HOST ${host} is no address of this machine.`,
  ENOTFOUND: (_port, host) => `HOST ${host} is not known. Set it to an address of this machine.`,
  EAI_AGAIN: (_port, host) => `HOST ${host} is not known. Set it to an address of this machine.`,
};

/** Connections that wait to be accepted. Node's 511 are fewer than many visitors at once open while the process is busy. */
const BACKLOG = 4096;

/** Listens; throws a StartRefused where the port or the address cannot be used. */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((done, fail) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reason = REASONS[error.code ?? ""];
      fail(reason ? new StartRefused(reason(port, host)) : error);
    });
    server.listen({ port, host, backlog: BACKLOG }, () => done());
  });
}

/** Listens and closes again: checked before anything is created for a start that would fail. */
export async function requirePort(port: number, host: string): Promise<void> {
  const server = createServer();
  await listen(server, port, host);
  await new Promise((done) => server.close(done));
}
