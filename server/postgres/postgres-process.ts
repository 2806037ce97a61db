/** Starts, finds, tests and stops a PostgreSQL server process. The supervisor decides when. */
import { type ChildProcess, spawn } from "node:child_process";
import * as fs from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { bareEnvironment, type Home, readIfThere } from "./postgres-data-directory.ts";

/** The address of a server: a socket in a private folder, or a port of the loopback address. */
export type Address = { host: string; port: number };
export type RunningServer = { pid: number; address: Address };
type Role = "postgres" | "ona";

const SOCKET_PORT = 5432;
/** The longest path of a socket, in bytes. Kernels limit it to 104 (macOS) or 108 bytes. */
const LONGEST_SOCKET_PATH = 100;

export function spawnServer(
  home: Home,
  binaries: string,
  { host, port }: Address,
  fsync: boolean,
  connections: number,
  logFile: string,
): ChildProcess {
  const socket = host.startsWith("/");
  const settings = {
    listen_addresses: socket ? "" : host,
    port,
    unix_socket_directories: socket ? host : "",
    unix_socket_permissions: "0700",
    shared_buffers: "128MB",
    max_connections: connections,
    fsync: fsync ? "on" : "off",
    full_page_writes: fsync ? "on" : "off",
    synchronous_commit: fsync ? "on" : "off",
    // There is no replica, so the write-ahead log has only what crash recovery needs.
    wal_level: "minimal",
    max_wal_senders: 0,
    timezone: "UTC",
    log_timezone: "UTC",
    // Statements and details of rows quote people's data, so they are not logged.
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
  };
  const large = (fs.statSync(logFile, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000;
  const output = fs.openSync(logFile, large ? "w" : "a", 0o600);
  // After a reboot, the id in postmaster.pid may belong to another process (in a container: to npm itself). With
  // PG_GRANDPARENT_PID, PostgreSQL does not mistake that process for a running server. PostgreSQL still checks for
  // shared memory of a running server.
  const stale = Number(readIfThere(join(home.dataPath, "postmaster.pid"))?.split("\n")[0]);
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  // The process is detached, so that Ctrl-C in the terminal does not stop PostgreSQL while requests still need it.
  const child = spawn(join(binaries, "bin/postgres"), ["-D", home.dataPath, ...args], {
    ...home.owner,
    cwd: home.dataPath, // isServer checks this directory from the first moment.
    env: { ...bareEnvironment, ...(stale ? { PG_GRANDPARENT_PID: String(stale) } : {}) },
    detached: true,
    stdio: ["ignore", output, output],
  });
  fs.closeSync(output);
  child.on("error", (error) => fs.appendFileSync(logFile, `${error.message}\n`));
  child.unref();
  return child;
}

export async function chooseAddress(home: Home): Promise<Address> {
  const path = join(home.folder, `.s.PGSQL.${SOCKET_PORT}`);
  if (process.platform !== "win32" && Buffer.byteLength(path) < LONGEST_SOCKET_PATH) {
    return { host: home.folder, port: SOCKET_PORT };
  }
  const drawn = createServer();
  await new Promise<void>((done) => drawn.listen(0, "127.0.0.1", done));
  const { port } = drawn.address() as { port: number };
  await new Promise((done) => drawn.close(done));
  return { host: "127.0.0.1", port };
}

/** Reads the lines of the pid file: pid, folder, start, port, socket folder, host. Null without a running server. */
export function findRunning(dataPath: string): RunningServer | null {
  const [pid, , , port, socket, host] = readIfThere(join(dataPath, "postmaster.pid"))?.split("\n") ?? [];
  if (!pid || !port || !isServer(Number(pid), dataPath)) return null;
  return { pid: Number(pid), address: { host: socket || host || "127.0.0.1", port: Number(port) } };
}

/** True if the process has this data folder as its working directory. A process that has ended has none. */
export function isServer(pid: number, dataPath: string): boolean {
  if (!pid) return false;
  try {
    if (process.platform === "linux") return fs.readlinkSync(`/proc/${pid}/cwd`) === dataPath;
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Returns null if the server accepts a connection. Otherwise returns the code of the refusal. */
export async function connectRefusal(address: Address, role: Role, password: string): Promise<string | null> {
  const client = connection(address, role, password);
  try {
    await client.connect();
    return null;
  } catch (error) {
    return (error as { code?: string }).code ?? "no answer";
  } finally {
    await client.end().catch(() => {});
  }
}

export const SANDBOX_NAME = "ona_sandbox";

/**
 * API-9: creates the app's role, the company's database and the sandbox's database if they are missing. The role may
 * create databases for tests. It is no superuser, so it can neither run programs nor read files.
 */
export async function ensureDatabase(address: Address, password: string): Promise<void> {
  const client = connection(address, "postgres", password);
  await client.connect();
  try {
    const roles = await client.query("select from pg_roles where rolname = 'ona'");
    if (!roles.rowCount)
      await client.query(`create role ona login createdb password ${client.escapeLiteral(password)}`);
    const { rows } = await client.query<{ datname: string }>("select datname from pg_database");
    for (const name of ["ona", SANDBOX_NAME])
      if (!rows.some(({ datname }) => datname === name))
        await client
          .query(`create database ${name} owner ona template template0 encoding 'UTF8'`)
          .catch((error: unknown) => {
            // If the disk is full, the product serves without a sandbox and logs that.
            if (name === "ona") throw error;
          });
  } finally {
    await client.end();
  }
}

function connection(address: Address, role: Role, password: string): pg.Client {
  const client = new pg.Client({
    connectionString: databaseUrl(address, role, password),
    connectionTimeoutMillis: 2000,
  });
  client.on("error", () => {}); // The server may end during a query. The query then fails, which reports it.
  return client;
}

/** Returns the URL of a database. By default the database has the same name as the role. */
export function databaseUrl(
  { host, port }: Address,
  role: Role,
  password: string,
  database: string = role,
): string {
  if (!host.startsWith("/")) return `postgresql://${role}:${password}@${host}:${port}/${database}`;
  return `postgresql://${role}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

export function exitLog(logFile: string): string {
  const lines = readIfThere(logFile)?.trim().split("\n") ?? [];
  return lines.findLast((line) => /FATAL|PANIC|ERROR/.test(line)) ?? lines.at(-1) ?? "it says nothing";
}

export function endProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error; // The process has just ended.
  }
}
