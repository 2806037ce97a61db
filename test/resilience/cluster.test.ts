/**
 * Three PostgreSQL nodes under Patroni, two processes of the product, and people who book, read and change bookings
 * while a node dies, is cut off or hands over. Every acknowledged write is stored once, and no person reads a state
 * older than their own last write. Root only, and long.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { changeStatuses, followOwnBookings, queried } from "../fixtures/cluster-history.ts";
import { audit, bookAt, expectNothingLost, startClients } from "../fixtures/consistency-audit.ts";
import { note, worst } from "../fixtures/long.ts";
import { type Cluster, clusterMissing, type Node, NODES, startCluster } from "../fixtures/patroni.ts";
import { ask, envOn, newDataDir, type Product, signIn, startProduct } from "../fixtures/product.ts";
import { openStream } from "../fixtures/stream.ts";
import { describeWhere, firstOf, ONLY_LONG } from "../fixtures/test-where.ts";

const missing = firstOf(ONLY_LONG, clusterMissing());

/**
 * The number of times that the primary is killed, and also the number of planned switchovers. The primary is cut off
 * half as often. Each other fault is tried once. For a quick check CLUSTER_TIMES=2 is enough.
 */
const TIMES = Number(process.env["CLUSTER_TIMES"] ?? 10);
/** The time in ms that the product may need to serve, after the cluster has a primary again. */
const BEYOND_MS = 5000;
const CLIENTS = 2;

let cluster: Cluster;
let products: [Product, Product];

/** Waits until both processes serve; returns the time in ms. Call it once the cluster has a primary again. */
async function serving(): Promise<number> {
  const begun = performance.now();
  for (const { origin } of products)
    for (;;) {
      const reply = await ask(origin, "/readyz", { timeoutMs: 3000 }).catch(() => null);
      if (reply?.status === 200) break;
      if (performance.now() - begun > 60_000) throw new Error("the product does not recover");
      await sleep(25);
    }
  return performance.now() - begun;
}

const primary = async (): Promise<Node> => {
  const node = await cluster.primary();
  if (!node) throw new Error("the cluster has no primary");
  return node;
};
const whole = () => cluster.settle({ whole: true });

type Fault = (name: string, work: () => Promise<number>) => Promise<void>;

/**
 * Causes all kinds of faults, some of them several times (TIMES). Each function that is passed to `fault` returns the
 * time in ms that Patroni took.
 */
async function everyFault(fault: Fault): Promise<void> {
  for (let n = 0; n < TIMES; n++)
    await fault("primary killed", async () => {
      const node = await primary();
      cluster.kill(node);
      const ms = await cluster.settle({ not: node });
      cluster.start(node);
      return ms;
    });
  for (let n = 0; n < TIMES; n++)
    await fault("switchover", async () => {
      const node = await primary();
      const begun = performance.now();
      await cluster.switchover();
      await cluster.settle({ not: node });
      return performance.now() - begun;
    });
  for (let n = 0; n < TIMES / 2; n++)
    await fault("primary cut off", async () => {
      const node = await primary();
      cluster.cut(node);
      const ms = await cluster.settle({ not: node });
      await sleep(2000);
      cluster.mend(node);
      return ms;
    });
  await fault("replica killed", async () => {
    const node = (await primary()) === 1 ? 2 : 1;
    cluster.kill(node);
    await sleep(1000);
    cluster.start(node);
    return cluster.settle();
  });

  await fault("two of three killed", async () => {
    const last = await primary();
    const others = NODES.filter((node) => node !== last);
    for (const node of others) cluster.kill(node);
    const ready = async () => (await ask(products[0].origin, "/readyz")).status;
    await expect.poll(ready, { timeout: 60_000, interval: 250 }).toBe(503);
    expect((await ask(products[0].origin, "/metrics")).text).toContain("ona_database_up 0\n");
    expect(products[0].output()).toContain("database unavailable");
    const begun = performance.now();
    for (const node of others) cluster.start(node);
    await cluster.settle();
    return performance.now() - begun;
  });
}

/** LISTEN and the job queue work after all faults, too. The processes were never restarted. */
async function expectWorkingAfterAll(): Promise<void> {
  const cookie = await signIn(products[0].origin);
  const stream = await openStream(products[0].origin, "/live/admin?show=bookings", { Cookie: cookie });
  const code = await bookAt(products[1].origin);
  await expect.poll(() => stream.changes() > 0, { timeout: 10_000 }).toBe(true);
  const mailed = () =>
    queried(
      cluster.connectionString,
      `select j.state::text as value from pgboss.job j join bookings d on d.id::text = j.data->>'bookingId'
       where d.tracking_code = $1`,
      [code],
    );
  await expect.poll(mailed, { timeout: 30_000, interval: 500 }).toEqual(["completed"]);
  expect(products.map(({ child }) => child.exitCode)).toEqual([null, null]);
  stream.close();
}

describeWhere(missing)("three nodes under Patroni", () => {
  beforeAll(async () => {
    cluster = await startCluster();
    const start = async () => startProduct(await envOn(cluster.connectionString, newDataDir()));
    products = [await start(), await start()];
  }, 300_000);
  afterAll(async () => {
    for (const product of products ?? []) await product.end("SIGTERM");
    await cluster?.stop();
  }, 60_000);

  test(
    "faults under load lose nothing, double nothing, and are over within 5 s of Patroni's own time",
    { timeout: 900_000 },
    async () => {
      const origins = [products[0].origin, products[1].origin] as const;
      const clients = products.map(({ origin }) => startClients(origin, CLIENTS));
      const person = followOwnBookings(...origins);
      const staff = await changeStatuses(origins, cluster.connectionString);
      const patroni: Record<string, number[]> = {};
      const ours: number[] = [];

      /**
       * Causes a fault, and records how long Patroni takes, how long the product takes, and how long it takes until all
       * three nodes are together again.
       */
      async function fault(name: string, work: () => Promise<number>): Promise<void> {
        await sleep(1000);
        (patroni[name] ??= []).push(await work());
        ours.push(await serving());
        (patroni["all three together again"] ??= []).push(await whole());
      }

      await everyFault(fault);
      const ledgers = await Promise.all(clients.map((some) => some.stop()));
      const seen = await person.stop();
      const changed = await staff.stop();
      const clientLog = {
        entries: [...ledgers.flatMap(({ entries }) => entries), ...seen.entries, staff.entry],
        failures: new Map<string, number>(),
      };
      const found = await audit(cluster.connectionString, clientLog);
      const faults = Object.entries(patroni).flatMap(([name, ms]) => [
        [`${name}, times`, ms.length],
        [`${name}: Patroni, at most, ms`, worst(ms)],
      ]);
      note("Three PostgreSQL nodes under Patroni", {
        ...(Object.fromEntries(faults) as Record<string, number>),
        "both processes ready after Patroni, at most, ms": worst(ours),
        ...found,
        "own bookings found at the other process": seen.found,
        "own bookings not found": seen.missed,
        "status changes acknowledged": changed.acknowledged,
        "status changes lost, double or out of order": changed.wrong,
        "reads behind the reader's own change": changed.behind,
      });
      expect({ missed: seen.missed, wrong: changed.wrong, behind: changed.behind }).toEqual({
        missed: 0,
        wrong: 0,
        behind: 0,
      });
      expect(worst(ours)).toBeLessThan(BEYOND_MS);
      expect(changed.acknowledged).toBeGreaterThan(TIMES);
      expectNothingLost(found, clientLog);

      await expectWorkingAfterAll();
    },
  );
});
