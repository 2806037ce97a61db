/**
 * The product uses no connection to a standby of PostgreSQL, because a standby answers reads but gets the primary's
 * changes late.
 */
import { execFileSync, spawn } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openDatabase } from "../../app/platform/db/client.server.ts";
import { DatabaseUnavailable } from "../../app/platform/db/connection.server.ts";
import { checkDatabase } from "../../server/postgres/database-check.ts";
import { unprivilegedUser } from "../../server/postgres/postgres-data-directory.ts";
import { afterTest } from "../fixtures/after-test.ts";
import { startTestPostgres } from "../fixtures/postgres.ts";
import { newDataDir } from "../fixtures/product.ts";

/** Starts a standby of a test's PostgreSQL on a socket of its own; returns its connection string. */
async function startStandby(primaryUrl: string): Promise<string> {
  const version = fs.readdirSync("/usr/lib/postgresql").toSorted().at(-1);
  const bin = `/usr/lib/postgresql/${version}/bin`;
  const owner = process.getuid?.() === 0 ? unprivilegedUser() : null;
  const folder = newDataDir();
  const home = join(folder, "standby");
  fs.mkdirSync(home, { mode: 0o700 });
  if (owner) fs.chownSync(home, owner.uid, owner.gid);
  const as = { ...owner, cwd: home, env: { PATH: process.env["PATH"], LC_ALL: "C" } };
  const data = join(home, "data");
  const socket = new URL(primaryUrl).searchParams.get("host") ?? "";
  execFileSync(
    join(bin, "pg_basebackup"),
    ["-h", socket, "-U", "postgres", "-D", data, "-R", "-c", "fast", "--no-sync"],
    { ...as, stdio: "ignore" },
  );
  const settings = [
    "-c",
    `unix_socket_directories=${home}`,
    "-c",
    "listen_addresses=",
    "-c",
    "max_connections=200",
  ];
  const server = spawn(join(bin, "postgres"), ["-D", data, ...settings], { ...as, stdio: "ignore" });
  afterTest(async () => {
    const gone = new Promise((done) => server.once("exit", done));
    if (server.exitCode === null && server.kill("SIGQUIT")) await gone;
    fs.rmSync(folder, { recursive: true, force: true });
  });
  return primaryUrl.replace(encodeURIComponent(socket), encodeURIComponent(home));
}

test("a standby is no database: neither at start nor for a connection of a process that runs", async () => {
  const primary = await startTestPostgres("server");
  afterTest(() => primary.stop());
  const url = await startStandby(primary.adminConnectionString);
  const seeing = openDatabase(url, () => {}, { standby: true, max: 1 });
  afterTest(() => seeing.close());
  for (const until = Date.now() + 30_000; ; await sleep(100)) {
    const answer = await seeing.pool.query("select pg_is_in_recovery() as standby").catch(() => null);
    if (answer) {
      expect(answer.rows).toEqual([{ standby: true }]);
      break;
    }
    if (Date.now() > until) throw new Error("the standby did not start");
  }
  const taken = openDatabase(url, () => {});
  afterTest(() => taken.close());
  await expect(taken.pool.query("select 1")).rejects.toThrow(DatabaseUnavailable);
  await expect(taken.pool.query("select 1")).rejects.toThrow("is a standby");
  await expect(checkDatabase(url, 1)).rejects.toThrow("the database is a standby, which takes no changes");

  const writing = openDatabase(primary.adminConnectionString, () => {});
  afterTest(() => writing.close());
  expect((await writing.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});
