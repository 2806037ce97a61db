/**
 * The machine of a measurement: a PostgreSQL, the product, the bare servers with which it is compared, and their CPU
 * time.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import * as fs from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { createInterface } from "node:readline";
import pg from "pg";
import { startTestPostgres } from "../test/fixtures/postgres.ts";
import { freePort, newDataDir, type Product, startProduct } from "../test/fixtures/product.ts";

/**
 * PostgreSQL's settings for a database with a million bookings. Debian's default settings are meant for a machine with
 * 1 GB of memory.
 */
const SETTINGS = [
  "shared_buffers=1GB",
  "max_wal_size=8GB",
  "checkpoint_timeout=15min",
  "random_page_cost=1.1",
];

/**
 * The product's settings behind a proxy. The product then counts as reachable from outside. It must be told who may
 * read the mailbox, and the rate limits cannot be widened.
 */
export const BEHIND_PROXY = { TRUST_PROXY: "1", MAILBOX: "public", LIMITS_FACTOR: "" };

/** A database and the product on it. */
export type Place = { databaseUrl: string; product: Product };
type Used = { server: number; postgres: number };
export type Machine = Place & {
  /**
   * Restarts the product. Behind a proxy it has its usual rate limits, and each request names the IP address of the
   * person who sends it. Without a proxy all requests come from one IP address, so the rate limits are widened.
   */
  serve(behindProxy: boolean): Promise<void>;
  /** Ends the product, runs `work`, and starts the product again with the same settings. */
  withoutProduct<T>(work: () => Promise<T>): Promise<T>;
  /** Starts one more process of the product on the same database. */
  openProcess(env: Record<string, string>): Promise<Product>;
  /** Starts a second product on an empty database of the same server, so that two sizes can be measured in turn. */
  openSecond(env?: Record<string, string>): Promise<Place & { end(): Promise<void> }>;
  describe(): Promise<string>;
  /** The CPU seconds of a process and its descendants, and of all processes of PostgreSQL. */
  used(pid: number): Used;
  /**
   * The CPU times of `used`, but in nanoseconds. The times of ended threads are missing. For a process that does
   * almost nothing, clock ticks would be too coarse.
   */
  usedExactly(pid: number): Used;
  stop(): Promise<void>;
};

/** Starts Debian's PostgreSQL with fsync on (or uses BENCH_DATABASE_URL, an empty database) and the product on it. */
export async function openMachine(): Promise<Machine> {
  const given = process.env["BENCH_DATABASE_URL"];
  const postgres = given ? null : await startTestPostgres("server", { fsync: true, settings: SETTINGS });
  const databaseUrl = given ?? (await postgres!.createDatabaseFrom("template0", "bench"));
  const dataDir = newDataDir();
  const openProduct = async (url: string, env: Record<string, string> = {}) =>
    startProduct({
      DATABASE_URL: url,
      APP_SECRET: "a-secret-for-the-benchmarks-only",
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      ...(process.env["BENCH_CPU_PROF"]
        ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${process.env["BENCH_CPU_PROF"]}` }
        : {}),
      ...env,
    });
  let product = await openProduct(databaseUrl);
  const postgresPid = postgres ? () => postgres.pid() : await postmasterOf(databaseUrl);
  const usedBy = (pid: number, secondsOf: SecondsOf): Used => ({
    server: treeTime(pid, secondsOf),
    postgres: postgresPid ? treeTime(postgresPid(), secondsOf) : Number.NaN,
  });
  let isBehindProxy = false;
  return {
    databaseUrl,
    get product() {
      return product;
    },
    async serve(behindProxy) {
      if (behindProxy === isBehindProxy) return;
      await product.end("SIGTERM");
      product = await openProduct(databaseUrl, behindProxy ? BEHIND_PROXY : {});
      isBehindProxy = behindProxy;
    },
    async withoutProduct(work) {
      await product.end("SIGTERM");
      return work().finally(async () => {
        product = await openProduct(databaseUrl, isBehindProxy ? BEHIND_PROXY : {});
      });
    },
    openProcess: (env) => openProduct(databaseUrl, env),
    async openSecond(env) {
      const url = await makeDatabase(databaseUrl, "bench_second");
      const second = await openProduct(url, env);
      return { databaseUrl: url, product: second, end: async () => void (await second.end("SIGTERM")) };
    },
    async describe() {
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      const { rows } = await client.query<{ version: string; fsync: string }>(
        "select current_setting('server_version') as version, current_setting('fsync') as fsync",
      );
      await client.end();
      const { version, fsync } = rows[0]!;
      return `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, PostgreSQL ${version.split(" ")[0]} with fsync ${fsync} and ${SETTINGS.join(", ")}, Node.js ${process.versions.node}; product, limits, database and load share the cores`;
    },
    used: (pid) => usedBy(pid, inTicks),
    usedExactly: (pid) => usedBy(pid, inNanoseconds),
    async stop() {
      await product.end("SIGTERM");
      await postgres?.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Creates an empty database on the server of the URL `beside`; returns the URL of the new database. */
async function makeDatabase(beside: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: beside });
  await client.connect();
  await client
    .query(`drop database if exists ${name}`)
    .then(() => client.query(`create database ${name} template template0`))
    .finally(() => client.end());
  const url = new URL(beside);
  url.pathname = `/${name}`;
  return url.href;
}

/** A function that returns the pid of PostgreSQL's main process; null if PostgreSQL runs on another machine. */
async function postmasterOf(url: string): Promise<(() => number) | null> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const pid = parentOf(rows[0]?.pid ?? 0);
    return pid ? () => pid : null;
  } finally {
    await client.end();
  }
}

/** The pid of the parent of a PostgreSQL process; null if the process is not on this machine. */
function parentOf(pid: number): number | null {
  try {
    const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
    return status.startsWith("Name:\tpostgres") ? Number(/^PPid:\t(\d+)$/m.exec(status)?.[1]) : null;
  } catch {
    return null;
  }
}

const TICKS = Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/**
 * Returns the CPU seconds (user and system) of one process. `ticks`: this time in clock ticks, as the process's stat
 * file has it. `pid`: for an implementation that reads a more exact file.
 */
type SecondsOf = (pid: number, ticks: number) => number;

const inTicks: SecondsOf = (_pid, ticks) => ticks / TICKS;

/** The CPU seconds of a process's living threads. */
function inNanoseconds(pid: number): number {
  let sum = 0;
  for (const thread of fs.readdirSync(`/proc/${pid}/task`)) {
    const [ran] = fs.readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
    sum += Number(ran) / 1e9;
  }
  return sum;
}

/** The CPU seconds of a process, its ended children, and its living descendants, from /proc. */
function treeTime(root: number, secondsOf: SecondsOf): number {
  const children = new Map<number, number[]>();
  const times = new Map<number, number>();
  for (const name of fs.readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const pid = Number(name);
    try {
      const stat = fs.readFileSync(`/proc/${name}/stat`, "utf8");
      // A line of /proc/PID/stat. The process's name is in brackets and may contain anything, so the fields are counted
      // from the end of the name. The second field is the pid of the parent. The 12th to 15th fields are clock ticks:
      // user and system time of the process, and user and system time of its ended children.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const parent = Number(fields[1]);
      const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
      times.set(pid, secondsOf(pid, user + system) + (endedUser + endedSystem) / TICKS);
      children.set(parent, [...(children.get(parent) ?? []), pid]);
    } catch {
      // The process ended meanwhile.
    }
  }
  const sum = (pid: number): number =>
    (times.get(pid) ?? 0) + (children.get(pid) ?? []).reduce((total, child) => total + sum(child), 0);
  return sum(root);
}

/** The resident memory (VmRSS) of a process, in megabytes. */
export const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

export type Helper = { child: ChildProcess; first: string; end(): Promise<void> };

/** Starts a script of bench/ as a process; resolves with the first line of its output. */
export async function startHelper(
  file: string,
  env: Record<string, string>,
  args: string[] = [],
): Promise<Helper> {
  const child = spawn(process.execPath, [file, ...args], {
    env: { PATH: process.env["PATH"], NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = new Promise<void>((done) => child.once("exit", () => done()));
  const first = await new Promise<string>((done, failed) => {
    createInterface(child.stdout).once("line", done);
    child.once("close", (code) => failed(new Error(`${file} ended with ${code}`)));
  });
  return {
    child,
    first,
    async end() {
      child.kill("SIGTERM");
      await gone;
    },
  };
}
