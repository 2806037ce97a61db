/**
 * RUN-3: the app is killed at random moments while people book. No acknowledged booking is lost, and none is stored
 * twice.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { afterTest, ownDataDir, ownPostgres } from "../fixtures/after-test.ts";
import { connectOrStartEmbedded } from "../../server/postgres/embedded-postgres.ts";
import { audit, expectNothingLost, startClients } from "../fixtures/consistency-audit.ts";
import { LONG, note, times, worst } from "../fixtures/long.ts";
import { envOn, freePort, startProduct } from "../fixtures/product.ts";

const CLIENTS = 16;
const KILLS = times(3, 20);

async function killRepeatedly(env: Record<string, string>) {
  let product = await startProduct(env);
  afterTest(() => product.end("SIGTERM"));
  const clients = startClients(product.origin, CLIENTS);
  const backAfter: number[] = [];
  for (let kills = 0; kills < KILLS; kills++) {
    await sleep(300 + Math.random() * 900);
    await product.end("SIGKILL");
    product = await startProduct(env);
    backAfter.push(product.readyAfterMs);
  }
  await sleep(500);
  const clientLog = await clients.stop();
  return { clientLog, backAfter };
}

/** Checks that no acknowledged booking was lost, and that each start after a kill took less than 5 s. */
async function expectSurvived(
  title: string,
  connectionString: string,
  { clientLog, backAfter }: Awaited<ReturnType<typeof killRepeatedly>>,
): Promise<void> {
  const found = await audit(connectionString, clientLog);
  note(title, { kills: KILLS, ...found, "slowest return, ms": worst(backAfter) });
  expectNothingLost(found, clientLog);
  expect(found.acknowledged).toBeGreaterThan(CLIENTS * KILLS);
  expect(worst(backAfter)).toBeLessThan(5000);
}

test(
  "[RUN-3] embedded database: SIGKILL under 16 clients",
  { timeout: LONG ? 300_000 : 60_000 },
  async () => {
    const dataDir = ownDataDir();
    const killed = await killRepeatedly({ DATA_DIR: dataDir, PORT: String(await freePort()) });
    const { connectionString } = await connectOrStartEmbedded({ dataDir, log: () => {} });
    await expectSurvived("a. App killed, embedded database", connectionString, killed);
  },
);

test("PostgreSQL, fsync on: SIGKILL under 16 clients", { timeout: LONG ? 300_000 : 60_000 }, async () => {
  const postgres = await ownPostgres({ fsync: true });
  const dataDir = ownDataDir();
  const url = await postgres.createDatabaseFrom("template1", "ona");
  const killed = await killRepeatedly(await envOn(url, dataDir));
  await expectSurvived("a. App killed, PostgreSQL with fsync", url, killed);
});
