/** A line to PostgreSQL that breaks in every way a network does: a TCP proxy before the socket of a test's own server. */
import { createConnection, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * `swallowed`: nothing passes and nobody is told. `to server`, `to client`: only that direction passes. `slow`: everything
 * is late by `lateMs`.
 */
export type LineMood = "well" | "swallowed" | "to server" | "to client" | "slow";

export type FaultyLine = {
  connectionString: string;
  set(mood: LineMood, lateMs?: number): void;
  /** Those that are open now pass nothing any more, for ever, and are never told; new ones are well. */
  freezeOpen(): void;
  /** How many are open. */
  open(): number;
  close(): Promise<void>;
};

type Pair = { client: Socket; server: Socket; frozen: boolean };

/** `connectionString` names a server on a Unix socket, as the tests' own are (test/support/postgres.ts). */
export async function openFaultyLine(connectionString: string): Promise<FaultyLine> {
  const real = new URL(connectionString);
  const folder = real.searchParams.get("host");
  if (!folder) throw new Error("the server of a faulty line is on a Unix socket");
  const path = `${folder}/.s.PGSQL.${real.port || 5432}`;
  let mood: LineMood = "well";
  let late = 0;
  const pairs = new Set<Pair>();
  const passes = (pair: Pair, direction: "to server" | "to client") =>
    !pair.frozen && (mood === "well" || mood === "slow" || mood === direction);

  const listener = createServer({ allowHalfOpen: true }, (client) => {
    const pair: Pair = { client, server: createConnection({ path, allowHalfOpen: true }), frozen: false };
    pairs.add(pair);
    const carry = (from: Socket, to: Socket, direction: "to server" | "to client") => {
      // Bytes and the end of the line alike.
      const pass = async (act: () => void) => {
        if (mood === "slow") await sleep(late);
        if (passes(pair, direction)) act();
      };
      from.on("data", (bytes) => void pass(() => to.write(bytes)));
      from.on("end", () => void pass(() => to.end()));
      from.on("error", () => void pass(() => to.destroy()));
      from.on("close", () => {
        void pass(() => to.destroy());
        if (pair.client.destroyed && pair.server.destroyed) pairs.delete(pair);
      });
    };
    carry(client, pair.server, "to server");
    carry(pair.server, client, "to client");
  });
  await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
  const { port } = listener.address() as { port: number };
  const own = new URL(connectionString);
  own.searchParams.delete("host");
  own.hostname = "127.0.0.1";
  own.port = String(port);
  return {
    connectionString: own.href,
    set(next, lateMs = 0) {
      mood = next;
      late = lateMs;
    },
    freezeOpen() {
      for (const pair of pairs) pair.frozen = true;
    },
    open: () => [...pairs].filter(({ client }) => !client.destroyed).length,
    async close() {
      const closed = new Promise((done) => listener.close(done));
      for (const { client, server } of pairs) {
        client.destroy();
        server.destroy();
      }
      await closed;
    },
  };
}
