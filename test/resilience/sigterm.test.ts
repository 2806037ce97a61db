/** RUN-3: SIGTERM while people book: requests in flight are finished. */

import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { afterTest, ownDataDir } from "../fixtures/after-test.ts";
import { connectOrStartEmbedded, startEmbeddedPostgres } from "../../server/postgres/embedded-postgres.ts";
import { audit, bookAt, expectNothingLost, startClients } from "../fixtures/consistency-audit.ts";
import { LONG, note, times, worst } from "../fixtures/long.ts";
import { freePort, startProduct } from "../fixtures/product.ts";
import { openStream } from "../fixtures/stream.ts";

const ROUNDS = times(3, 20);
/**
 * The number of requests that may fail with a reset. When a port closes, the kernel resets connections that it accepted
 * just before. HTTP also lets a server close a kept connection while the next request is on its way (RFC 9112, 9.5).
 * Clients repeat these requests. The product's own count proves that it read none of them.
 */
const RESETS_ALLOWED = Math.ceil(ROUNDS / 10);

test(
  "SIGTERM under load: no request in flight fails, streams end, exit code 0",
  { timeout: LONG ? 300_000 : 60_000 },
  async () => {
    const dataDir = ownDataDir();
    const env = { DATA_DIR: dataDir, PORT: String(await freePort()), LOG_LEVEL: "warn" };
    let product = await startProduct(env);
    afterTest(() => product.end("SIGTERM"));
    const clients = startClients(product.origin, 16);
    const exits: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const key = crypto.randomUUID();
      const code = await bookAt(product.origin, key);
      clients.clientLog.entries.push({ key, sent: 1, answers: [{ status: 302, code }] });
      const stream = await openStream(product.origin, `/live/track?code=${code}`);
      await sleep(200 + Math.random() * 300);
      const { code: exit, ms } = await product.end("SIGTERM");
      expect(exit).toBe(0);
      expect(product.output()).not.toContain("without an answer at the stop");
      expect(await stream.ended).toBe("ended");
      exits.push(ms);
      product = await startProduct(env);
    }
    const clientLog = await clients.stop();
    const { connectionString } = await connectOrStartEmbedded({ dataDir, log: () => {} });
    const found = await audit(connectionString, clientLog);
    const {
      ECONNREFUSED: refused = 0,
      ECONNRESET: reset = 0,
      ...failed
    } = Object.fromEntries(clientLog.failures);
    note("g. SIGTERM under load", {
      stops: ROUNDS,
      ...found,
      "requests in flight that failed": Object.values(failed).reduce((sum, n) => sum + n, 0),
      "new connections refused": refused,
      "requests reset before they were read": reset,
      "slowest exit, ms": worst(exits),
    });
    expectNothingLost(found, clientLog);
    expect(failed).toEqual({});
    expect(reset).toBeLessThanOrEqual(RESETS_ALLOWED);
    expect(worst(exits)).toBeLessThan(10_000);
    await product.end("SIGTERM");
    // After the signal no process uses the data directory: another process can start the database.
    const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
    expect(server.attached).toBe(false);
    await server.stop();
  },
);
