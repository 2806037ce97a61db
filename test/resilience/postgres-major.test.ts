/**
 * A data directory that an older embedded PostgreSQL wrote: the start refuses the directory, and one command upgrades
 * its data. Long.
 */
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { afterAll, expect } from "vitest";
import { fetchPrograms } from "../../server/commands/admin-upgrade.ts";
import { startEmbeddedPostgres } from "../../server/postgres/embedded-postgres.ts";
import { bookAt } from "../fixtures/consistency-audit.ts";
import { note } from "../fixtures/long.ts";
import { ask, envOn, freePort, newDataDir, spawnProduct, startProduct } from "../fixtures/product.ts";
import { ONLY_LONG, testWhere } from "../fixtures/test-where.ts";

const OLD = 17;
const dataDir = newDataDir();
const elsewhere = newDataDir();
afterAll(() => {
  for (const folder of [dataDir, elsewhere]) fs.rmSync(folder, { recursive: true, force: true });
});

const upgrade = () =>
  spawnSync(process.execPath, ["server/commands/admin-cli.ts", "upgrade-database"], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], NODE_ENV: "production", DATA_DIR: dataDir },
  });

testWhere(ONLY_LONG)(
  "[RUN-17] data of an older PostgreSQL is refused at start, and carried over with a backup by one command",
  { timeout: 300_000 },
  async () => {
    const programs = await fetchPrograms(OLD, join(elsewhere, "programs"));
    const old = await startEmbeddedPostgres({ dataDir, log: () => {}, programs });
    let product = await startProduct(await envOn(old.connectionString, elsewhere));
    const codes: string[] = [];
    for (let n = 0; n < 10; n++) codes.push((await bookAt(product.origin))!);
    await product.end("SIGTERM");
    await old.stop();

    const env = { DATA_DIR: dataDir, PORT: String(await freePort()) };
    const refused = spawnProduct(env);
    expect(await new Promise((done) => refused.child.once("exit", done))).toBe(1);
    expect(refused.output()).toMatch(/is on PostgreSQL 17, .* upgrade-database/);

    const begun = performance.now();
    const { stdout, stderr, status } = upgrade();
    const seconds = Math.ceil((performance.now() - begun) / 1000);
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    expect(stdout).toMatch(/^The database is now on PostgreSQL \d+, with its \d+ rows/);
    expect(upgrade().stdout).toContain("There is nothing to do.");
    expect(fs.existsSync(join(dataDir, "database", `data-postgresql-${OLD}`, "PG_VERSION"))).toBe(true);
    expect(fs.readdirSync(dataDir).filter((name) => name.startsWith("upgrading-"))).toEqual([]);

    product = await startProduct(env);
    for (const code of codes) expect((await ask(product.origin, `/track?code=${code}`)).text).toContain(code);
    expect(await bookAt(product.origin)).not.toBeNull();
    await product.end("SIGTERM");
    note("Embedded PostgreSQL: a major version by one command", {
      "from PostgreSQL": OLD,
      "bookings there afterwards": codes.length,
      "the command, s": seconds,
    });
  },
);
