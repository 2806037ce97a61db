/**
 * A proxy in front of a product on this machine. It counts the bytes of every response, including responses to service
 * workers.
 */
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export type CountingProxy = {
  origin: string;
  /** The response bodies since the last call: their paths, and their bytes as they are on the wire. */
  taken(): { path: string; bytes: number }[];
  close(): Promise<void>;
};

export async function openCountingProxy(port: number): Promise<CountingProxy> {
  let seen: { path: string; bytes: number }[] = [];
  const server = createServer((asked, answered) => {
    const path = asked.url ?? "/";
    const { method, headers } = asked;
    const forwarded = request({ host: "127.0.0.1", port, path, method, headers }, (response) => {
      const one = { path, bytes: 0 };
      seen.push(one);
      answered.writeHead(response.statusCode ?? 502, response.headers);
      response.on("data", (chunk: Buffer) => (one.bytes += chunk.length));
      response.pipe(answered);
    });
    forwarded.on("error", () => answered.destroy());
    answered.on("close", () => forwarded.destroy());
    asked.pipe(forwarded);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    taken() {
      const taken = seen;
      seen = [];
      return taken;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
