/** The product is killed during a migration: no half of the migration stays, and the next start completes it. */
import { type ChildProcess, spawn } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { afterTest, ownPostgres } from "../fixtures/after-test.ts";
import { bookAt, bookedCode, bookingForm } from "../fixtures/consistency-audit.ts";
import { note, times } from "../fixtures/long.ts";
import { ask, freePort, newDataDir, spawnProduct, startProduct } from "../fixtures/product.ts";

function temporary(folder: string): string {
  afterTest(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const kill = (child: ChildProcess) =>
  new Promise<void>((gone) => {
    child.once("exit", () => gone());
    child.kill("SIGKILL");
  });

test(
  "killed in the middle of a migration: rolled back whole, then completed",
  { timeout: 60_000 },
  async () => {
    const postgres = await ownPostgres();
    const url = await postgres.createDatabaseFrom("template1", "ona");
    const folder = temporary(fs.mkdtempSync(join(tmpdir(), "ona-migrations-")));
    fs.cpSync("migrations", folder, { recursive: true });
    const journalFile = join(folder, "meta/_journal.json");
    const journal = JSON.parse(fs.readFileSync(journalFile, "utf8")) as {
      entries: { idx: number; when: number; tag: string }[];
    };
    const last = journal.entries.at(-1)!;
    journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: "9999_slow" });
    fs.writeFileSync(journalFile, JSON.stringify(journal));
    fs.writeFileSync(
      join(folder, "9999_slow.sql"),
      "create table half_done (n int);\n--> statement-breakpoint\nselect pg_sleep(3);",
    );

    const module = resolve("app/platform/db/migrate.server.ts");
    const code = `import { migrateDatabase } from ${JSON.stringify(module)}; await migrateDatabase(${JSON.stringify(url)}, ${JSON.stringify(folder)});`;
    const migrating = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: "inherit" });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    afterTest(() => client.end());
    const asleep = async () =>
      (
        await client.query(
          "select from pg_stat_activity where datname = 'ona' and state = 'active' and query ~ '^\\s*select pg_sleep'",
        )
      ).rowCount;
    await expect.poll(asleep, { timeout: 20_000 }).toBe(1);
    await kill(migrating);

    const product = await startProduct({
      DATA_DIR: temporary(newDataDir()),
      DATABASE_URL: url,
      APP_SECRET: "a-secret-for-tests-of-enough-length",
      PORT: String(await freePort()),
    });
    afterTest(() => product.end("SIGTERM"));
    const { rows } = await client.query<{ half: string | null; whole: string | null }>(
      "select to_regclass('half_done') as half, to_regclass('bookings') as whole",
    );
    expect(rows).toEqual([{ half: null, whole: "bookings" }]);
    expect(await bookAt(product.origin)).not.toBeNull();
  },
);

test("a first start killed at any moment: the next one completes", { timeout: 120_000 }, async () => {
  const rounds = times(2, 10);
  for (let round = 0; round < rounds; round++) {
    const dataDir = temporary(newDataDir());
    const env = { DATA_DIR: dataDir, PORT: String(await freePort()) };
    const { child } = spawnProduct(env);
    await sleep(200 + Math.random() * 2500);
    await kill(child);
    const product = await startProduct(env);
    const reply = await ask(product.origin, "/book", { form: bookingForm(crypto.randomUUID()) });
    expect(bookedCode(reply)).not.toBeNull();
    expect((await product.end("SIGTERM")).code).toBe(0);
  }
  note("h. First start killed at a random moment", { kills: rounds, "completed by the next start": rounds });
});
