/** A test's app behind the product's own HTTP server on a port, and what goes over a connection byte by byte. */
import { connect, type AddressInfo } from "node:net";
import { createHttpServer, type HttpTimeouts, listenerOf } from "../../server/http-server.ts";
import type { TestApp } from "./app.ts";

export type Listening = { port: number; close(): Promise<void> };

export async function listenWith(
  { services, fetch }: Pick<TestApp, "services" | "fetch">,
  timeouts: HttpTimeouts = {},
): Promise<Listening> {
  const server = createHttpServer(services.secure, listenerOf(fetch, services.secure), timeouts);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Sends the parts one after the other and returns all that comes back until the other side ends, or `quietMs` after the last byte. */
export function exchange(
  port: number,
  parts: (string | Uint8Array)[],
  { quietMs = 400, from }: { quietMs?: number; from?: string } = {},
): Promise<string> {
  return new Promise((done, failed) => {
    let heard = "";
    const socket = connect({ port, host: "127.0.0.1", localAddress: from });
    let timer: NodeJS.Timeout | undefined;
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      done(heard);
    };
    socket.setTimeout(15_000, () => {
      socket.destroy();
      failed(new Error("no answer in 15 s"));
    });
    socket.on("data", (data: Buffer) => {
      heard += data.toString("latin1");
      clearTimeout(timer);
      timer = setTimeout(end, quietMs);
    });
    socket.on("close", end);
    // The other side may end the connection while something is still being sent.
    socket.on("error", end);
    for (const part of parts) socket.write(part);
  });
}

/** The status of each response in what came back. */
export const statuses = (heard: string): number[] =>
  [...heard.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
