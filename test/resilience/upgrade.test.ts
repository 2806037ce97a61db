/**
 * This version serves the database of an older version, while people book and read. Counts the failed requests, and
 * checks that no row is lost. UPGRADE_FROM names the folder of the older version, which must be built.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { afterTest, ownDataDir, ownPostgres } from "../fixtures/after-test.ts";
import { startClients } from "../fixtures/consistency-audit.ts";
import { query } from "../fixtures/database-state.ts";
import { note } from "../fixtures/long.ts";
import { fillByOlder, sumsOf, UPGRADE_FROM } from "../fixtures/older-version.ts";
import { ask, envOn, spawnProduct } from "../fixtures/product.ts";
import { firstOf, ONLY_LONG, testWhere } from "../fixtures/test-where.ts";

const BOOKINGS = Number(process.env["UPGRADE_BOOKINGS"] ?? 100_000);
/**
 * The longest time in ms for which requests may fail, apart from the time of the migrations, which grows with the data
 * (docs/operations.md).
 */
const MOST_MS = 10_000;

/** Starts a version and waits until it serves; returns a function that ends it. */
async function serve(env: Record<string, string>, folder = "."): Promise<() => Promise<void>> {
  const { child, output } = spawnProduct(env, folder);
  const exit = new Promise<void>((gone) => child.once("exit", () => gone()));
  const end = async () => {
    child.kill("SIGTERM");
    await exit;
  };
  afterTest(end);
  const origin = `http://localhost:${env["PORT"]}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the product did not start: ${output()}`);
    if ((await ask(origin, "/readyz").catch(() => null))?.status === 200) return end;
    await sleep(20);
  }
}

/** Reads a page every 50 ms until `stop`; returns the times of the answers and of the failures. */
function startReader(origin: string, path: string) {
  const times = { served: [] as number[], failed: [] as number[] };
  let isGoing = true;
  const reading = (async () => {
    for (; isGoing; await sleep(50)) {
      const reply = await ask(origin, path, { timeoutMs: 10_000 }).catch(() => null);
      times[reply?.status === 200 ? "served" : "failed"].push(performance.now());
    }
  })();
  return {
    async stop() {
      isGoing = false;
      await reading;
      return times;
    },
  };
}

testWhere(
  firstOf(ONLY_LONG, UPGRADE_FROM ? null : "set UPGRADE_FROM to the folder of an older version, built"),
)(
  "[RUN-7] an older version's data is served after seconds, and nothing of it is lost",
  { timeout: 1_800_000 },
  async () => {
    const postgres = await ownPostgres({ fsync: true });
    const url = await postgres.createDatabaseFrom("template1", "ona");
    const env = await envOn(url, ownDataDir());
    const origin = `http://localhost:${env["PORT"]}`;
    const endOlder = await serve(env, UPGRADE_FROM);
    fillByOlder(url, ownDataDir(), BOOKINGS);

    const clients = startClients(origin, 2);
    const [{ code }] = (await query<{ code: string }>(
      url,
      "select tracking_code as code from bookings limit 1",
    )) as [{ code: string }];
    const reader = startReader(origin, `/track?code=${code}`);
    await sleep(3000);
    const stopped = performance.now();
    await endOlder();
    const before = await sumsOf(url);
    const booked = clients.acknowledged();
    const started = performance.now();
    const migrated = migratedAt(url);
    await serve(env);
    const ready = performance.now();
    await sleep(3000);
    const clientLog = await clients.stop();
    const { failed, served } = await reader.stop();
    // The product counts the parcels for its reports after the upgrade, while it serves.
    const waiting = async () =>
      Number((await query(url, "select count(*) as n from parcel_changes"))[0]!["n"]);
    await expect.poll(waiting, { timeout: 300_000, interval: 200 }).toBe(0);
    const countedAt = performance.now();
    const after = await sumsOf(url);

    expect(before["bookings"]!.rows).toBeGreaterThan(BOOKINGS);
    const later = clients.acknowledged() - booked;
    expect(later).toBeGreaterThan(0);
    expect(lostIn(before, after)).toEqual([]);
    expect(after["bookings"]!.rows).toBe(before["bookings"]!.rows + later);
    const away = failed.length === 0 ? 0 : failed.at(-1)! - failed[0]!;
    const migrationMs = (await migrated) - started;
    const figures = {
      bookings: before["bookings"]!.rows,
      events: before["booking_events"]!.rows,
      "custody entries": before["custody_entries"]!.rows,
      "tables that were compared": Object.keys(before).length,
      "ms until the older version had ended": Math.round(started - stopped),
      "ms of migrations": Math.round(migrationMs),
      "ms from start to the first answer": Math.round(ready - started),
      "ms until the parcels of the reports were counted": Math.round(countedAt - ready),
      "ms in which requests failed": Math.round(away),
      "pages that failed": failed.length,
      "pages that were served": served.length,
      "bookings that had to be sent again": clientLog.entries.filter(({ sent }) => sent > 1).length,
      "rows lost": 0,
    };
    note("An upgrade while people book and read", figures);
    console.log(figures);
    expect(away - migrationMs).toBeLessThan(MOST_MS);
  },
);

/** Waits until the newest migration is in the database; returns that time. */
async function migratedAt(url: string): Promise<number> {
  const count = async () =>
    Number((await query(url, "select count(*)::int as n from drizzle.__drizzle_migrations"))[0]!["n"]);
  const first = await count();
  while ((await count()) === first) await sleep(50);
  return performance.now();
}

/** The tables with fewer rows, or other sums of money, than before. */
function lostIn(
  before: Awaited<ReturnType<typeof sumsOf>>,
  after: Awaited<ReturnType<typeof sumsOf>>,
): string[] {
  return Object.entries(before).flatMap(([table, sums]) =>
    Object.entries(sums).flatMap(([what, was]) => {
      const is = after[table]?.[what];
      const isKept = what === "rows" ? is !== undefined && is >= was : is === was;
      return isKept ? [] : [`${table}.${what}: ${was} before, ${is} after`];
    }),
  );
}
