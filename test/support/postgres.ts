/** A PostgreSQL of the tests' own, embedded or Debian's: the product runs on both. Nothing of it outlives the tests. */
import { execFileSync, spawn } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startEmbeddedPostgres } from "../../server/embedded-postgres.ts";
import { unprivilegedUser } from "../../server/postgres-home.ts";

export type TestPostgres = {
  connectionString(database: string): string;
  adminConnectionString: string;
  /** A copy of a database that nobody is connected to: far faster than migrating anew. */
  createDatabaseFrom(template: string, name: string): Promise<string>;
  dropDatabase(name: string): Promise<void>;
  /** The process that everything of the server belongs to, for killing it. */
  pid(): number;
  /** Starts a killed server again, as its system would; Debian's only, since the embedded one has its supervisor. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};
type Server = { url: string; data: string; restart(): Promise<void>; stop(): Promise<void> };
/**
 * `fsync`: as safe against a power cut as in earnest, and as slow. `parent`: the folder to live in. `settings`: more of
 * PostgreSQL's own, for Debian's.
 */
export type TestPostgresOptions = { fsync?: boolean; parent?: string; settings?: string[] };

export async function startTestPostgres(
  kind: "embedded" | "server",
  { fsync = false, parent = tmpdir(), settings = [] }: TestPostgresOptions = {},
): Promise<TestPostgres> {
  const folder = fs.mkdtempSync(join(parent, "ona-pg-"));
  fs.chmodSync(folder, 0o711);
  const server =
    kind === "embedded" ? await startEmbedded(folder, fsync) : await startDebian(folder, fsync, settings);
  const adminConnectionString = server.url;
  const connectionString = (database: string) => {
    const url = new URL(server.url);
    url.pathname = `/${database}`;
    return url.href;
  };

  // A server that is just ending still writes a file or two behind the removal's back.
  const removeFolder = () => {
    for (let left = 40; fs.existsSync(folder) && left; left--) {
      fs.rmSync(folder, { recursive: true, force: true });
      if (fs.existsSync(folder)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
  };
  // A process that dies without `stop` takes the server with it at once; its data is worthless.
  const onExit = () => {
    try {
      process.kill(postmaster(server.data), "SIGQUIT");
    } catch {
      // already gone
    }
    removeFolder();
  };
  process.once("exit", onExit);

  async function admin(sql: string): Promise<void> {
    const client = new pg.Client({ connectionString: adminConnectionString });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  }

  return {
    connectionString,
    adminConnectionString,
    async createDatabaseFrom(template, name) {
      await admin(`create database ${pg.escapeIdentifier(name)} template ${pg.escapeIdentifier(template)}`);
      return connectionString(name);
    },
    dropDatabase: (name) => admin(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`),
    pid: () => postmaster(server.data),
    restart: () => server.restart(),
    async stop() {
      process.off("exit", onExit);
      await server.stop();
      removeFolder();
    },
  };
}

async function startEmbedded(dataDir: string, fsync: boolean): Promise<Server> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, fsync });
  return {
    url: server.connectionString,
    data: server.dataPath,
    restart: async () => {},
    stop: () => server.stop(),
  };
}

/** Asked for when it is needed, since a server that was killed comes back under another number. */
export function postmaster(data: string): number {
  return Number(fs.readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
}

/** As the embedded one: `ona` may make databases and is no superuser. */
async function startDebian(folder: string, fsync: boolean, more: string[]): Promise<Server> {
  const versions = fs.existsSync("/usr/lib/postgresql") ? fs.readdirSync("/usr/lib/postgresql") : [];
  const version = versions.sort((a, b) => Number(b) - Number(a))[0];
  if (!version) throw new Error("Debian's PostgreSQL is not installed: apt-get install postgresql");
  const bin = `/usr/lib/postgresql/${version}/bin`;
  const owner = process.getuid?.() === 0 ? unprivilegedUser() : null;
  const home = join(folder, "server"); // private, so that its socket may trust whoever gets there
  fs.mkdirSync(home, { mode: 0o700 });
  if (owner) fs.chownSync(home, owner.uid, owner.gid);
  const as = { ...owner, cwd: home, env: { PATH: process.env.PATH, LC_ALL: "C" } };
  const data = join(home, "data");
  const initdb = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"];
  execFileSync(join(bin, "initdb"), initdb, { ...as, stdio: "ignore" });
  const fast = fsync ? [] : ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];
  const own = [
    "listen_addresses=",
    `unix_socket_directories=${home}`,
    "max_connections=200",
    ...fast,
    ...more,
  ];
  const settings = own.flatMap((setting) => ["-c", setting]);
  const boot = () => spawn(join(bin, "postgres"), ["-D", data, ...settings], { ...as, stdio: "ignore" });
  let child = boot();
  const url = (role: string) =>
    `postgresql://${role}@localhost:5432/postgres?host=${encodeURIComponent(home)}`;

  async function answering(sql: string): Promise<void> {
    for (const until = Date.now() + 20_000; ; await sleep(20)) {
      const client = new pg.Client({ connectionString: url("postgres") });
      client.on("error", () => {});
      try {
        await client.connect();
        await client.query(sql);
        await client.end();
        return;
      } catch (error) {
        if (child.exitCode !== null || Date.now() > until) throw error;
      }
    }
  }
  await answering("create role ona login createdb");
  return {
    url: url("ona"),
    data,
    async restart() {
      if (child.exitCode === null && child.signalCode === null)
        await new Promise((done) => child.once("exit", done));
      child = boot();
      await answering("select 1");
    },
    async stop() {
      const gone = new Promise((done) => child.once("exit", done));
      child.kill("SIGINT");
      if (child.exitCode === null && child.signalCode === null) await gone;
    },
  };
}
