/** Measures the second start with the embedded PostgreSQL. A person who runs `npm start` again waits for it. */
import * as fs from "node:fs";
import { startEmbeddedPostgres } from "../server/postgres/embedded-postgres.ts";
import { freePort, newDataDir, startProduct } from "../test/fixtures/product.ts";
import { startHelper } from "./machine.ts";
import { quantile, type Section, times } from "./report.ts";

const STARTS = 5;
const MOST = 3;

/** Measures the seconds in which the database of the folder alone starts, and then node:http connected to it. */
async function startBare(dataDir: string): Promise<number> {
  const begun = performance.now();
  const database = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const bare = await startHelper("bench/bare-server.ts", { DATABASE_URL: database.connectionString });
  const reply = await fetch(`http://127.0.0.1:${bare.first}/lookup?code=none`);
  await reply.arrayBuffer();
  const seconds = (performance.now() - begun) / 1000;
  await bare.end();
  await database.stop();
  return seconds;
}

/**
 * Measures the time from the start of the process until it reports readiness. The first start, which creates the
 * database, is not measured. On an idle machine a later start is to take 1.5 s. The benchmark fails on a ratio, because
 * the time depends on the machine.
 */
export async function startingSuite(): Promise<Section> {
  const dataDir = newDataDir();
  const all: number[] = [];
  const bare: number[] = [];
  try {
    for (let n = 0; n <= STARTS; n++) {
      const product = await startProduct({
        DATA_DIR: dataDir,
        APP_SECRET: "a-secret-for-the-benchmarks-only",
        PORT: String(await freePort()),
      });
      all.push(product.readyAfterMs / 1000);
      await product.end("SIGTERM");
      if (n > 0) bare.push(await startBare(dataDir));
    }
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
  const [first = 0, ...later] = all;
  const seconds = (value: number) => `${value.toFixed(2)} s`;
  const row = (name: string, some: number[]) => [
    name,
    seconds(quantile(some, 0.5)),
    seconds(Math.max(...some)),
  ];
  const ratio = quantile(later, 0.5) / quantile(bare, 0.5);
  return {
    title: "Second start, embedded PostgreSQL",
    text: `The first start, which makes the database, took ${seconds(first)}; then each side ${STARTS} times, in turns. To take 1.5 s on an idle machine.`,
    head: ["", "median", "worst"],
    rows: [row("PostgreSQL, then node:http with one look-up", bare), row("The product", later)],
    targets: [
      {
        what: "PostgreSQL and node:http alone",
        target: `≤ ${MOST} ×`,
        is: times(ratio),
        met: ratio <= MOST,
        because:
          "Most of it is the loading of 900 modules, 1.2 s of one core, before and while PostgreSQL starts beside it",
      },
    ],
  };
}
