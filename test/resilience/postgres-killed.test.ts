/** PostgreSQL dies under load. The app stays up, responds 503, and recovers with everything that was acknowledged. */

import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { afterTest, ownDataDir, ownPostgres } from "../fixtures/after-test.ts";
import { connectOrStartEmbedded } from "../../server/postgres/embedded-postgres.ts";
import { audit, bookingForm, expectNothingLost, startClients } from "../fixtures/consistency-audit.ts";
import { LONG, note, times, worst } from "../fixtures/long.ts";
import { postmaster } from "../fixtures/postgres.ts";
import { ask, freePort, type Product, startProduct } from "../fixtures/product.ts";

/** Waits until a booking succeeds again; returns the time in ms. */
async function recovery({ origin }: Product): Promise<number> {
  const begun = performance.now();
  for (;;) {
    const reply = await ask(origin, "/readyz", { timeoutMs: 5000 }).catch(() => null);
    if (reply?.status === 200) return performance.now() - begun;
    if (performance.now() - begun > 30_000) throw new Error("it does not recover");
    await sleep(25);
  }
}

const limit = { timeout: LONG ? 300_000 : 60_000 };

test(
  "PostgreSQL of the machine, killed with -m immediate: 503 meanwhile, then it recovers",
  limit,
  async () => {
    const postgres = await ownPostgres({ fsync: true });
    const url = await postgres.createDatabaseFrom("template1", "ona");
    const product = await startProduct({
      DATA_DIR: ownDataDir(),
      DATABASE_URL: url,
      APP_SECRET: "a-secret-for-tests-of-enough-length",
      PORT: String(await freePort()),
      LOG_LEVEL: "silent",
    });
    afterTest(() => product.end("SIGTERM"));
    const clients = startClients(product.origin, 16);
    const kills = times(1, 10);
    const recoveries: number[] = [];
    for (let kill = 0; kill < kills; kill++) {
      await sleep(500 + Math.random() * 500);
      process.kill(postgres.pid(), "SIGQUIT"); // SIGQUIT is the signal that pg_ctl stop -m immediate sends.
      await sleep(400);
      const reply = await ask(product.origin, "/book", { form: bookingForm(crypto.randomUUID()) });
      expect(reply.status).toBe(503);
      expect(reply.text).toContain("One moment, please");
      expect((await ask(product.origin, "/healthz")).status).toBe(200);
      await postgres.restart();
      recoveries.push(await recovery(product));
    }
    await sleep(500);
    const clientLog = await clients.stop();
    const found = await audit(url, clientLog);
    note("b. PostgreSQL killed, started again by its system", {
      kills,
      ...found,
      "answers 503": clientLog.failures.get("503, come again") ?? 0,
      "slowest recovery, ms": worst(recoveries),
    });
    expectNothingLost(found, clientLog);
    expect(product.child.exitCode).toBeNull();
    expect(clientLog.failures.get("500") ?? 0).toBe(0);
    expect(worst(recoveries)).toBeLessThan(10_000);
  },
);

test("embedded PostgreSQL, killed: the app starts it again", limit, async () => {
  const folder = ownDataDir();
  const product = await startProduct({
    DATA_DIR: folder,
    PORT: String(await freePort()),
    LOG_LEVEL: "silent",
  });
  afterTest(() => product.end("SIGTERM"));
  const { connectionString, dataPath } = await connectOrStartEmbedded({ dataDir: folder, log: () => {} });
  const clients = startClients(product.origin, 16);
  const kills = times(1, 10);
  const recoveries: number[] = [];
  for (let kill = 0; kill < kills; kill++) {
    await sleep(500 + Math.random() * 500);
    process.kill(postmaster(dataPath), "SIGQUIT");
    await sleep(20);
    recoveries.push(await recovery(product));
  }
  await sleep(500);
  const clientLog = await clients.stop();
  const found = await audit(connectionString, clientLog);
  note("b. Embedded PostgreSQL killed", { kills, ...found, "slowest recovery, ms": worst(recoveries) });
  expectNothingLost(found, clientLog);
  expect(clientLog.failures.get("500") ?? 0).toBe(0);
  expect(worst(recoveries)).toBeLessThan(10_000);
});
