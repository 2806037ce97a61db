/** Faults that the embedded database survives. Each case kills a real process. */
import { type ChildProcess, spawn } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { afterTest } from "../fixtures/after-test.ts";
import { connectOrStartEmbedded, startEmbeddedPostgres } from "../../server/postgres/embedded-postgres.ts";
import { findHome } from "../../server/postgres/postgres-data-directory.ts";
import { isServer } from "../../server/postgres/postgres-process.ts";
import { postmaster } from "../fixtures/postgres.ts";
import { ONLY_ROOT, testWhere } from "../fixtures/test-where.ts";

const log = () => {};

function newDataDir(parent = tmpdir()): string {
  const dataDir = fs.mkdtempSync(join(parent, "ona-embedded-"));
  fs.chmodSync(dataDir, 0o711);
  afterTest(() => fs.rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  return dataDir;
}

async function start(dataDir: string) {
  const server = await startEmbeddedPostgres({ dataDir, log });
  afterTest(() => server.stop());
  return server;
}

async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2000 });
  client.on("error", () => {});
  await client.connect();
  const { rows } = await client.query({ text: sql, rowMode: "array" }).finally(() => client.end());
  return rows.flat();
}

/** Starts another process that runs the database of a data directory; resolves once the database runs. */
async function startOwner(dataDir: string): Promise<ChildProcess> {
  const module = resolve(import.meta.dirname, "../../server/postgres/embedded-postgres.ts");
  const code = `import { startEmbeddedPostgres } from ${JSON.stringify(module)};
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {} });
    console.log(server.connectionString);
    process.on("SIGTERM", () => server.stop().then(() => process.exit()));
    setInterval(() => {}, 1000);`;
  const owner = spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  afterTest(async () => {
    if (owner.exitCode !== null || owner.signalCode !== null) return;
    const gone = new Promise((done) => owner.once("exit", done));
    owner.kill("SIGTERM");
    await gone;
  });
  await new Promise((done) => createInterface(owner.stdout).once("line", done));
  return owner;
}

test("a first start makes an empty UTF-8 database that only its own role enters; stop leaves no process", async () => {
  const dataDir = newDataDir();
  const server = await start(dataDir);
  expect(server.attached).toBe(false);
  expect(
    await query(server.connectionString, "select current_database(), current_user, getdatabaseencoding()"),
  ).toEqual(["ona", "ona", "UTF8" as unknown]);
  const wrong = server.connectionString.replace(/ona:[^@]+@/, "ona:wrong@");
  await expect(query(wrong, "select 1")).rejects.toThrow(/password/);
  expect(fs.statSync(join(dataDir, "database-password")).mode & 0o777).toBe(0o600);
  expect(fs.readFileSync(join(server.dataPath, "pg_hba.conf"), "utf8")).not.toMatch(/^[^#]*\btrust\b/m);

  const pid = postmaster(server.dataPath);
  await server.stop();
  expect(isServer(pid, server.dataPath)).toBe(false);
  expect(fs.existsSync(join(server.dataPath, "postmaster.pid"))).toBe(false);
});

test("a second app on the same directory is refused within 2 s and the first is unharmed", async () => {
  const dataDir = newDataDir();
  const owner = await startOwner(dataDir);
  const begun = Date.now();
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(
    `The data directory ${fs.realpathSync(dataDir)} is in use by another running app (process ${owner.pid})`,
  );
  expect(Date.now() - begun).toBeLessThan(2000);
  // For an error of this class, the start prints the message alone, without a stack trace.
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toMatchObject({
    name: "EmbeddedPostgresError",
  });

  // A command that runs beside the app uses the app's database, which keeps running when the command ends.
  const guest = await connectOrStartEmbedded({ dataDir, log });
  await guest.stop();
  expect(await query(guest.connectionString, "select 1")).toEqual([1]);
});

test("of several that start at once exactly one gets the directory", async () => {
  const dataDir = newDataDir();
  const starts = await Promise.allSettled([start(dataDir), start(dataDir), start(dataDir)]);
  expect(starts.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected", "rejected"]);
});

test("the next start attaches to what a killed app leaves running, with all its rows", async () => {
  const dataDir = newDataDir();
  const owner = await startOwner(dataDir);
  const { connectionString, dataPath } = await connectOrStartEmbedded({ dataDir, log });
  await query(connectionString, "create table kept as select 7 as number");
  const pid = postmaster(dataPath);
  owner.kill("SIGKILL");
  await new Promise((done) => owner.once("exit", done));

  const server = await start(dataDir);
  expect(server.attached).toBe(true);
  expect(postmaster(dataPath)).toBe(pid);
  expect(await query(server.connectionString, "select number from kept")).toEqual([7]);
  await server.stop();
  expect(isServer(pid, dataPath)).toBe(false);
});

test("a killed server is back within 10 s at the same address, with what was committed", async () => {
  const server = await start(newDataDir());
  await query(server.connectionString, "create table kept as select 7 as number");
  const killed = postmaster(server.dataPath);
  process.kill(killed, "SIGKILL");
  const begun = Date.now();
  let rows: unknown[] = [];
  while (!rows.length && Date.now() - begun < 10_000) {
    rows = await query(server.connectionString, "select number from kept").catch(() => []);
    await sleep(50);
  }
  expect(rows).toEqual([7]);
  expect(postmaster(server.dataPath)).not.toBe(killed);
}, 20_000);

test("app and server killed together: the next start repairs and has the rows", async () => {
  const dataDir = newDataDir();
  const owner = await startOwner(dataDir);
  const { connectionString, dataPath } = await connectOrStartEmbedded({ dataDir, log });
  await query(connectionString, "create table kept as select 7 as number");
  owner.kill("SIGKILL");
  process.kill(postmaster(dataPath), "SIGKILL");
  await new Promise((done) => owner.once("exit", done));
  const server = await start(dataDir);
  expect(await query(server.connectionString, "select number from kept")).toEqual([7]);
}, 20_000);

test("too long a path for a socket: a port of the loopback address, kept over a restart", async () => {
  const dataDir = join(newDataDir(), "x".repeat(100));
  const server = await start(dataDir);
  expect(server.connectionString).toMatch(/@127\.0\.0\.1:\d+\/ona$/);
  process.kill(postmaster(server.dataPath), "SIGKILL");
  await expect
    .poll(() => query(server.connectionString, "select 1").catch(() => []), { timeout: 10_000 })
    .toEqual([1]);
}, 20_000);

testWhere(ONLY_ROOT)(
  "root's private folder: the database lives where its own user can reach it",
  async () => {
    const closed = fs.mkdtempSync(join(tmpdir(), "ona-closed-")); // The folder has mode 0700, like /root.
    afterTest(() => fs.rmSync(closed, { recursive: true, force: true }));
    const dataDir = newDataDir(closed);
    const { folder, elsewhere } = findHome(fs.realpathSync(dataDir));
    afterTest(() => fs.rmSync(folder, { recursive: true, force: true }));
    expect(elsewhere).toBe(true);
    const output: string[] = [];
    const server = await startEmbeddedPostgres({ dataDir, log: (message) => output.push(message) });
    afterTest(() => server.stop());
    expect(output[0]).toMatch(/cannot reach DATA_DIR, so the database lives elsewhere/);
    expect(server.dataPath.startsWith(`${folder}/`)).toBe(true);
    expect(fs.statSync(folder)).toMatchObject({ uid: expect.not.closeTo(0), mode: 0o40700 });
    expect(await query(server.connectionString, "select 1")).toEqual([1]);
  },
);
