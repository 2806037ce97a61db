/** The owner of the tables migrates; the product runs as a role that owns nothing and cannot touch the activity log. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { expect, test } from "vitest";
import { ownDataDir, ownPostgres } from "../fixtures/after-test.ts";
import { bookedCode, bookingForm } from "../fixtures/consistency-audit.ts";
import { note } from "../fixtures/long.ts";
import { ask, freePort, signIn, spawnProduct, startProduct } from "../fixtures/product.ts";

const SECRET = "a-secret-for-tests-of-enough-length";

async function run(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

const FORBIDDEN = [
  "alter table activity_logs disable trigger all",
  "drop trigger activity_logs_append_only on activity_logs",
  "update activity_logs set action = 'x'",
  "delete from activity_logs",
  "truncate activity_logs",
  "drop table activity_logs cascade",
  "create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'",
  "set session_replication_role = replica",
  "create table public.other (n int)",
  "delete from drizzle.__drizzle_migrations",
];

/** The product starts with the rights of its role, serves, sends mail, and stops. */
async function expectWorks(env: Record<string, string>, app: string): Promise<void> {
  const product = await startProduct({ ...env, DATABASE_URL: app });
  const reply = await ask(product.origin, "/book", { form: bookingForm(crypto.randomUUID()) });
  expect(bookedCode(reply)).not.toBeNull();
  const cookie = await signIn(product.origin);
  expect((await ask(product.origin, "/admin/activity-logs", { cookie })).text).toContain("admin@ona.test");
  // The product calls this function after an erasure. It analyses the tables with the rights of their owner.
  await run(app, "select count_again(array['profiles'])");
  // A job sends the mail, so the role of the product may use the tables of the job queue.
  await expect
    .poll(async () => (await ask(product.origin, "/mailbox.json")).text, { timeout: 20_000 })
    .toContain(" is booked");
  expect((await product.end("SIGTERM")).code).toBe(0);
  expect(product.output()).not.toContain("permission denied");
}

async function expectLogClosed(app: string): Promise<void> {
  for (const statement of FORBIDDEN)
    await expect(run(app, statement), statement).rejects.toThrow(/must be owner|permission denied/);
}

test(
  "the product runs as a role that can neither change the log nor switch off its trigger",
  { timeout: 180_000 },
  async () => {
    const postgres = await ownPostgres();
    const asRole = (url: string, role: string) => Object.assign(new URL(url), { username: role }).href;
    await run(asRole(postgres.adminConnectionString, "postgres"), "create role ona_app login");
    const owner = await postgres.createDatabaseFrom("template0", "ona");
    const app = asRole(owner, "ona_app");
    const dataDir = ownDataDir();
    const env = { DATA_DIR: dataDir, APP_SECRET: SECRET, PORT: String(await freePort()) };

    const early = spawnProduct({ ...env, DATABASE_URL: app });
    await new Promise((done) => early.child.once("close", done));
    expect(early.output()).toContain(
      "Cannot start: the role ona_app has no right to create schemas in the database ona",
    );
    expect(early.output()).toContain("npm run admin -- migrate --grant ona_app");

    const admin = async (...args: string[]) => {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ["server/commands/admin-cli.ts", ...args],
        {
          env: { PATH: process.env["PATH"], DATABASE_URL: owner, APP_SECRET: SECRET, DATA_DIR: dataDir },
        },
      );
      return stdout;
    };
    expect(await admin("migrate", "--grant", "ona_app")).toContain("ona_app may run the product on it");

    await expectWorks(env, app);
    await expectLogClosed(app);

    // A restore creates the tables again and gives both roles their rights.
    const file = join(dataDir, "backup.gz");
    await admin("backup", file);
    await admin("restore", file, "--force");
    await expectWorks(env, app);
    await expectLogClosed(app);
    note("Two database roles", {
      "statements against the log that the product's role may not make": FORBIDDEN.length,
      starts: 2,
    });
  },
);
