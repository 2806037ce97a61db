/** Two app processes on one database, each with a port of its own, or as workers behind one port. */
import { rmSync } from "node:fs";
import { startTestPostgres } from "./postgres.ts";
import { freePort, newDataDir, type Product, startProduct } from "./product.ts";

/** What both are reached by, as behind a proxy. */
export const ORIGIN = "http://ona.test";

export type Pair = { products: Product[]; end(): Promise<void> };

const shared = { LIMITS_FACTOR: "1", TRUST_PROXY: "1" };

/** Both start at the same moment on an empty database: one of them migrates, the other waits. */
export async function twoOnPostgres(smtpUrl: string): Promise<Pair> {
  const postgres = await startTestPostgres("server");
  const url = await postgres.createDatabaseFrom("template1", "ona");
  const dataDirs = [newDataDir(), newDataDir()];
  const ports = [await freePort(), await freePort()];
  const products = await Promise.all(
    ports.map((port, i) =>
      startProduct({
        ...shared,
        DATA_DIR: dataDirs[i]!,
        DATABASE_URL: url,
        APP_SECRET: "a-secret-for-tests-of-enough-length",
        APP_ORIGIN: ORIGIN,
        SMTP_URL: smtpUrl,
        PORT: String(port),
      }),
    ),
  );
  return {
    products,
    async end() {
      for (const product of products) await product.end("SIGTERM");
      await postgres.stop();
      for (const folder of dataDirs) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** One port, two workers: each new connection goes to the next of them. */
export async function twoWorkers(smtpUrl: string): Promise<Pair> {
  const dataDir = newDataDir();
  const product = await startProduct({
    ...shared,
    DATA_DIR: dataDir,
    WEB_CONCURRENCY: "2",
    APP_ORIGIN: ORIGIN,
    SMTP_URL: smtpUrl,
    PORT: String(await freePort()),
  });
  return {
    products: [product, product],
    async end() {
      await product.end("SIGTERM");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
