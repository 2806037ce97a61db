/**
 * If the product cannot run on a database, the start names the reason in one line, and changes nothing in the database.
 */
import * as fs from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { afterTest, ownDataDir } from "../fixtures/after-test.ts";
import { migrateDatabase } from "../../app/platform/db/migrate.server.ts";
import { checkDatabase, connectionsFor } from "../../server/postgres/database-check.ts";
import { shapeOf } from "../fixtures/database-state.ts";
import { bookedCode, bookingForm } from "../fixtures/consistency-audit.ts";
import { note } from "../fixtures/long.ts";
import { hasPgBouncer, startPgBouncer } from "../fixtures/pgbouncer.ts";
import { startTestPostgres, type TestPostgres } from "../fixtures/postgres.ts";
import { ask, freePort, newDataDir, signIn, spawnProduct, startProduct } from "../fixtures/product.ts";
import { testWhere } from "../fixtures/test-where.ts";

const SECRET = "a-secret-for-tests-of-enough-length";
let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startTestPostgres("server");
});
afterAll(() => postgres.stop());

/** The connection string with another role. */
function as(connectionString: string, role: string): string {
  const url = new URL(connectionString);
  url.username = role;
  return url.href;
}

async function run(connectionString: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
const root = (...statements: string[]) => run(as(postgres.adminConnectionString, "postgres"), ...statements);

let made = 0;
async function database(options = ""): Promise<string> {
  const name = `start_${++made}`;
  await run(postgres.adminConnectionString, `create database ${name} template template0 ${options}`);
  return postgres.connectionString(name);
}

/** Starts the product, which must fail; returns the lines of its output. */
async function failToStart(env: Record<string, string>, code = 1): Promise<string[]> {
  const dataDir = ownDataDir();
  const { child, output } = spawnProduct({
    DATA_DIR: dataDir,
    APP_SECRET: SECRET,
    PORT: String(await freePort()),
    ...env,
  });
  await new Promise((done) => child.once("close", done));
  expect(child.exitCode).toBe(code);
  return output().trim().split("\n");
}

test("a database that is not UTF-8 is refused by the start in one line, and nothing is made in it", async () => {
  const url = await database("encoding 'LATIN1' locale 'C'");
  const before = await shapeOf(url);
  const lines = await failToStart({ DATABASE_URL: url });
  expect(lines).toEqual([
    expect.stringMatching(/^Cannot start: the database keeps text as LATIN1, .*encoding 'UTF8'/),
  ]);
  expect(await shapeOf(url)).toEqual(before);
});

test.each([
  [
    "newer than the code",
    4_102_444_800_000,
    /^Cannot start: the database is newer than this version of the product/,
  ],
  [
    "older than the baseline",
    1,
    /^Cannot start: the database was made before version 0\.1\.0, .* commit 4825b952, /,
  ],
])("migrations %s are refused by the start, and the database stays as it is", async (_, when, line) => {
  const url = await database();
  await migrateDatabase(url);
  await run(url, `insert into drizzle.__drizzle_migrations (hash, created_at) values ('0', ${when})`);
  const before = await shapeOf(url);
  const lines = await failToStart({ DATABASE_URL: url }, 78);
  expect(lines).toEqual([expect.stringMatching(line)]);
  expect(await shapeOf(url)).toEqual(before);
});

test("a taken port is reported before a database is made", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  afterTest(() => taken.close());
  await new Promise((done) => taken.once("listening", done));
  const { port } = taken.address() as { port: number };
  const dataDir = join(newDataDir(), "not-made");
  afterTest(() => fs.rmSync(join(dataDir, ".."), { recursive: true, force: true }));
  const lines = await failToStart({ DATA_DIR: dataDir, APP_SECRET: "", PORT: String(port) });
  note("What cannot start", {
    "starts that were refused, each in one line": 4,
    "tables or folders made by them": 0,
    "more that a database may lack, each named in one line": 10,
  });
  expect(lines).toEqual([
    `Cannot start: port ${port} on 127.0.0.1 is taken. Stop what listens there, or set PORT.`,
  ]);
  expect(fs.existsSync(dataDir)).toBe(false);
});

test("[RUN-1] TLS that the server does not offer is one line, whichever sslmode asks for it", async () => {
  const url = new URL(await database());
  for (const mode of ["require", "verify-full"]) {
    url.searchParams.set("sslmode", mode);
    expect(await failToStart({ DATABASE_URL: url.href })).toEqual([
      expect.stringContaining("DATABASE_URL asks for TLS (sslmode), and the server offers none"),
    ]);
  }
});

test("what else a database may lack is one line each", async () => {
  await root(
    "create role weak login",
    "create role narrow login connection limit 9",
    "create role closed login",
  );
  const url = await database();
  await expect(checkDatabase(as(url, "weak"), 1)).rejects.toThrow(
    /^the role weak has no right to create schemas in the database start_\d+: grant create on database .* to weak/,
  );
  const name = new URL(url).pathname.slice(1);
  await root(`grant create on database ${name} to weak`);
  await expect(checkDatabase(as(url, "weak"), 1)).rejects.toThrow(
    "the role weak has no right to create tables in the schema public: grant create on schema public to weak",
  );
  await expect(checkDatabase(url, 60)).rejects.toThrow(
    new RegExp(
      `^too few connections: the database has 19\\d connections and \\d+ are in use, and WEB_CONCURRENCY=60 needs ${connectionsFor(60)}`,
    ),
  );
  await root(`grant all on database ${name} to narrow`);
  await run(as(url, "postgres"), "grant all on schema public to narrow");
  await expect(checkDatabase(as(url, "narrow"), 1)).rejects.toThrow(
    `too few connections: the role narrow may have 9 connections, and WEB_CONCURRENCY=1 needs ${connectionsFor(1)}`,
  );
  await migrateDatabase(url);
  await run(url, "create schema pgboss");
  await expect(checkDatabase(as(url, "closed"), 1)).rejects.toThrow(/^the role in DATABASE_URL may not use/);
  await run(as(url, "postgres"), `alter database ${name} set default_transaction_read_only = on`);
  await expect(checkDatabase(url, 1)).rejects.toThrow("the database takes no changes");

  const tls = new URL(url);
  tls.searchParams.set("sslmode", "verify-full");
  await expect(checkDatabase(tls.href, 1)).rejects.toThrow(
    "asks for TLS (sslmode), and the server offers none",
  );
  const nobody = `postgresql://ona@127.0.0.1:${await freePort()}/ona`;
  await expect(checkDatabase(nobody, 1)).rejects.toThrow(
    /^the database at DATABASE_URL cannot be used: connect ECONNREFUSED 127\.0\.0\.1/,
  );
  await expect(checkDatabase(postgres.connectionString("nowhere"), 1)).rejects.toThrow(
    'cannot be used: database "nowhere" does not exist',
  );
  await expect(checkDatabase("postgresql://ona@localhost/ona?host=/nowhere", 1)).rejects.toThrow(
    "cannot be used: connect ENOENT",
  );
});

const IGNORED = "ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout";

const missing = hasPgBouncer ? null : "PgBouncer is missing: apt-get install pgbouncer";
testWhere(missing)(
  "a pooler that lends a connection for a transaction or a statement is refused",
  async () => {
    const url = await database();
    for (const more of [[], ["server_round_robin = 1"], ["default_pool_size = 1"]]) {
      const pooler = await startPgBouncer(url, "transaction", [IGNORED, ...more]);
      afterTest(() => pooler.stop());
      // Clients first make the pooler open several connections to the server. Then the pooler can lend the product a
      // different connection for each transaction.
      const connections = more[0]?.endsWith("1") === true && more[0].startsWith("default") ? [] : [1, 2, 3];
      const clients = await Promise.all(
        connections.map(async () => {
          const client = new pg.Client({ connectionString: pooler.connectionString });
          await client.connect();
          await client.query("select pg_sleep(0.05)");
          return client;
        }),
      );
      await expect(checkDatabase(pooler.connectionString, 1)).rejects.toThrow("pool_mode = transaction");
      await Promise.all(clients.map((client) => client.end()));
    }
    const statement = await startPgBouncer(url, "statement", [IGNORED]);
    afterTest(() => statement.stop());
    await expect(checkDatabase(statement.connectionString, 1)).rejects.toThrow(/pool_mode = session/);
    const strict = await startPgBouncer(url, "session");
    afterTest(() => strict.stop());
    await expect(checkDatabase(strict.connectionString, 1)).rejects.toThrow("ignore_startup_parameters = ");
  },
);

testWhere(missing)("behind a pooler that lends a connection for a session the product runs", async () => {
  const pooler = await startPgBouncer(await database(), "session", [IGNORED]);
  afterTest(() => pooler.stop());
  const dataDir = ownDataDir();
  const product = await startProduct({
    DATABASE_URL: pooler.connectionString,
    APP_SECRET: SECRET,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
  });
  afterTest(() => product.end("SIGTERM"));
  const reply = await ask(product.origin, "/book", { form: bookingForm(crypto.randomUUID()) });
  expect(bookedCode(reply)).not.toBeNull();
  const cookie = await signIn(product.origin);
  expect((await ask(product.origin, "/admin/bookings", { cookie })).status).toBe(200);
});
