/** Point-in-time recovery by exactly the commands of docs/operations.md. Long, on Debian's PostgreSQL. */
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, expect } from "vitest";
import { unprivilegedUser } from "../../server/postgres/postgres-data-directory.ts";
import { bookAt } from "../fixtures/consistency-audit.ts";
import { note } from "../fixtures/long.ts";
import { pageCommands } from "../fixtures/page-commands.ts";
import { ask, envOn, freePort, newDataDir, startProduct } from "../fixtures/product.ts";
import { firstOf, ONLY_LONG, testWhere } from "../fixtures/test-where.ts";

const SERVERS = "/usr/lib/postgresql";
const version = fs.existsSync(SERVERS) ? fs.readdirSync(SERVERS).toSorted().at(-1) : undefined;
const missing = version ? null : "PostgreSQL is missing: apt-get install postgresql";

const folder = fs.mkdtempSync(join(tmpdir(), "ona-moment-"));
fs.chmodSync(folder, 0o711);
const home = join(folder, "home");
const data = join(home, "data");
const bin = join(SERVERS, version ?? "", "bin");
const owner = process.getuid?.() === 0 ? unprivilegedUser() : null;
const env: Record<string, string> = { LC_ALL: "C", PGHOST: home, PGUSER: "postgres", HOME: home };

/** Runs commands as docs/operations.md says: as PostgreSQL's user, in a shell that stops at the first failure. */
function run(commands: string): void {
  const log = fs.openSync(join(home, "commands.log"), "a");
  // The output goes to a file and not to a pipe. The commands start a server, which keeps its output open, so with a
  // pipe the test would wait until the server ends.
  execFileSync("bash", ["-eu", "-o", "pipefail", "-c", commands], {
    ...owner,
    cwd: home,
    env,
    stdio: ["ignore", log, log],
    timeout: 120_000,
  });
  fs.closeSync(log);
}

afterAll(() => {
  if (fs.existsSync(join(data, "postmaster.pid"))) run(`${bin}/pg_ctl stop -w -m immediate -D ${data}`);
  fs.rmSync(folder, { recursive: true, force: true });
});

testWhere(firstOf(ONLY_LONG, missing))(
  "the page's own commands bring back what a wrong statement dropped, as of the second before",
  { timeout: 240_000 },
  async () => {
    fs.mkdirSync(home, { mode: 0o700 });
    if (owner) fs.chownSync(home, owner.uid, owner.gid);
    const [names = "", once = "", weekly = "", goBack = ""] = pageCommands(
      "docs/operations.md",
      "### To a point in time",
    );
    expect(names).toMatch(/^export PATH=\S+ PGDATA=\S+ BACKUP=\S+\n$/);
    Object.assign(env, {
      PATH: `${bin}:${process.env["PATH"]}`,
      PGDATA: data,
      PGPORT: String(await freePort()),
      BACKUP: join(home, "backup"),
    });
    run("initdb -A trust -U postgres -E UTF8 --locale=C.UTF-8 --no-sync");
    fs.appendFileSync(
      join(data, "postgresql.conf"),
      `listen_addresses = ''\nunix_socket_directories = '${home}'\nport = ${env["PGPORT"]}\n`,
    );
    run("pg_ctl start -w -l first.log && createdb ona");
    run(once);
    const url = `postgresql://postgres@localhost:${env["PGPORT"]}/ona?host=${encodeURIComponent(home)}`;
    const query = async <Row extends pg.QueryResultRow>(text: string) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return (await client.query<Row>(text).finally(() => client.end())).rows;
    };

    const dataDir = newDataDir();
    const settings = await envOn(url, dataDir);
    let product = await startProduct(settings);
    const book = async () => (await bookAt(product.origin))!;
    const codes = [await book()];
    run(weekly);
    for (let n = 0; n < 20; n++) codes.push(await book());
    const [moment] = await query<{ now: string }>("select clock_timestamp()::text as now");
    await sleep(1100);
    await query("drop table bookings cascade");
    expect(await query("select to_regclass('bookings') as there")).toEqual([{ there: null }]);
    await product.end("SIGTERM");

    const begun = performance.now();
    const chosen = goBack.replace(/^moment='.*'$/m, `moment='${moment?.now}'`);
    expect(chosen).toContain(moment?.now);
    run(chosen);
    const seconds = Math.ceil((performance.now() - begun) / 1000);
    product = await startProduct(settings);
    try {
      const stored = await query<{ code: string }>("select tracking_code as code from bookings");
      expect(stored.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
      expect((await ask(product.origin, `/track?code=${codes.at(-1)}`)).text).toContain(codes.at(-1));
      codes.push(await book());
      note("Point-in-time recovery by the page's commands", {
        "bookings of the table that was dropped": codes.length - 1,
        "bookings back": stored.length,
        "stopped to served, s": seconds,
      });
    } finally {
      await product.end("SIGTERM");
      fs.rmSync(dataDir, { recursive: true, force: true });
    }
    run(weekly);
  },
);
