/**
 * The embedded database: PostgreSQL 18 from npm under a small supervisor. If the app is killed, the database
 * deliberately keeps running. The next start then needs no crash recovery and attaches to the running database
 * (docs/decisions/0001-embedded-postgresql.md).
 */
import type { ChildProcess } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import * as homes from "./postgres-data-directory.ts";
import { requireSameMajor } from "./postgres-major.ts";
import * as server from "./postgres-process.ts";

export type EmbeddedOptions = {
  dataDir: string;
  log: homes.LogMessage;
  /** Only tests use `false`: without fsync a power failure loses data. */
  fsync?: boolean;
  connections?: number;
  /** The folder of an npm package with PostgreSQL's programs; by default the installed package. */
  programs?: string;
};
export type EmbeddedPostgres = {
  connectionString: string;
  /** The URL of the sandbox, which is a database in the same server. */
  sandboxUrl: string;
  dataPath: string;
  /** True if the database was already running before this call. */
  attached: boolean;
  stop(): Promise<void>;
};

/** How long a failed start is retried. The processes of a killed server may still use its memory for a while. */
const TIMEOUT_MS = 15_000;
const WATCH_MS = 1000;
/** How long PostgreSQL's fast shutdown may take. The app must end within 10 s after a SIGTERM. */
const FAST_STOP_MS = 6_000;

/**
 * Starts the database of a data directory, or attaches to it if it is running, and keeps it running until `stop`.
 * Throws at once if another live process has locked the directory.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = homes.prepareDataDir(options.dataDir);
  const release = takeLock(dataDir);
  if (!release) {
    const pid = homes.readIfThere(join(dataDir, "app.pid"))?.trim();
    throw new homes.EmbeddedPostgresError(
      `The data directory ${dataDir} is in use by another running app${pid ? ` (process ${pid})` : ""}`,
    );
  }
  return startLocked(dataDir, options, release);
}

/**
 * Opens the database for a command. If the app is running, the command uses the app's database, and `stop` does
 * nothing. Otherwise the database is started, and `stop` ends it.
 */
export async function connectOrStartEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = homes.prepareDataDir(options.dataDir);
  for (const until = Date.now() + TIMEOUT_MS; ; await sleep(50)) {
    const release = takeLock(dataDir);
    if (release) return startLocked(dataDir, options, release);
    // The app has locked the directory. It may still be starting, so the command waits for its database.
    const { dataPath } = homes.findHome(dataDir);
    const password = homes.readIfThere(join(dataDir, "database-password"))?.trim();
    const running = server.findRunning(dataPath);
    if (password && running && (await server.connectRefusal(running.address, "ona", password)) === null) {
      const connectionString = server.databaseUrl(running.address, "ona", password);
      const sandboxUrl = server.databaseUrl(running.address, "ona", password, server.SANDBOX_NAME);
      return { connectionString, sandboxUrl, dataPath, attached: true, stop: async () => {} };
    }
    if (Date.now() > until)
      throw new homes.EmbeddedPostgresError(
        `The app is running on ${dataDir}, but its database does not answer`,
      );
  }
}

/**
 * RUN-9: locks a data directory by a kernel lock on an empty SQLite file. The kernel releases the lock however the
 * process ends. A file with the process's id would be ambiguous: in a container, the app always has the process id 1.
 */
function takeLock(dataDir: string): (() => void) | null {
  const file = join(dataDir, "app.lock");
  let lock: DatabaseSync | undefined;
  try {
    // The file is opened here only if it is new, because closing a file releases every lock that this process has on
    // it. No other process may read the file, because a reader's lock would prevent the exclusive lock.
    if (!fs.existsSync(file)) fs.closeSync(fs.openSync(file, "a", 0o600));
    const held = (lock = new DatabaseSync(file, { timeout: 0 }));
    held.exec("BEGIN EXCLUSIVE");
    return () => held.isOpen && held.close();
  } catch (error) {
    lock?.close();
    if ((error as { errcode?: number }).errcode === 5) return null; // SQLITE_BUSY
    throw new homes.EmbeddedPostgresError(`Cannot lock ${file}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

async function startLocked(
  dataDir: string,
  options: EmbeddedOptions,
  release: () => void,
): Promise<EmbeddedPostgres> {
  try {
    fs.writeFileSync(join(dataDir, "app.pid"), `${process.pid}\n`, { mode: 0o600 });
    return await start(dataDir, options, release);
  } catch (error) {
    release();
    throw error;
  }
}

async function start(
  dataDir: string,
  options: EmbeddedOptions,
  release: () => void,
): Promise<EmbeddedPostgres> {
  const { log } = options;
  const home = homes.findHome(dataDir);
  const { folder } = home;
  if (home.elsewhere)
    log("the database's user cannot reach DATA_DIR, so the database lives elsewhere", { folder });
  const binaries = await homes.findBinaries(home, log, options.programs);
  requireSameMajor(home, binaries);
  const password = homes.readPassword(home, log);
  if (await homes.createCluster(home, binaries, password)) log("created the embedded database", { folder });

  const address = await server.chooseAddress(home);
  const supervisor = supervise({ options, dataDir, home, binaries, password, address, release });
  const { stop, running } = supervisor;
  let attached: boolean;
  try {
    attached = await supervisor.start();
  } catch (error) {
    await stop();
    throw error;
  }
  log(attached ? "attached to the running embedded database" : "started the embedded database", {
    postgresPid: running().pid,
  });
  return {
    connectionString: server.databaseUrl(running().address, "ona", password),
    sandboxUrl: server.databaseUrl(running().address, "ona", password, server.SANDBOX_NAME),
    dataPath: home.dataPath,
    attached,
    stop,
  };
}

type Supervised = {
  options: EmbeddedOptions;
  dataDir: string;
  home: ReturnType<typeof homes.findHome>;
  binaries: Awaited<ReturnType<typeof homes.findBinaries>>;
  password: string;
  address: server.RunningServer["address"];
  release: () => void;
};

/** Returns functions that start, restart and stop the server process. */
function supervise({ options, dataDir, home, binaries, password, address, release }: Supervised) {
  const { log, fsync = true, connections = 100 } = options;
  const logFile = join(dataDir, "postgres.log");
  // The address does not change when the server restarts, because the app's pools use it.
  let current: server.RunningServer = { pid: 0, address };
  let stopping: Promise<void> | null = null;
  let watching: NodeJS.Timeout | undefined;
  const alive = () => server.isServer(current.pid, home.dataPath);
  const failed = (what: string) =>
    new homes.EmbeddedPostgresError(`The embedded PostgreSQL ${what}: ${server.exitLog(logFile)}`);

  /** Waits until the server accepts connections; retries after failures. True if the server was already running. */
  async function startServer(): Promise<boolean> {
    let child: ChildProcess | null = null;
    for (const until = Date.now() + TIMEOUT_MS; ; await sleep(10)) {
      if (stopping) return false;
      if (!child || child.exitCode !== null || child.signalCode !== null) {
        const running = server.findRunning(home.dataPath);
        if (!running && Date.now() > until) throw failed("does not start");
        if (!running && child) await sleep(200);
        if (stopping) return false;
        child = running
          ? null
          : server.spawnServer(home, binaries, current.address, fsync, connections, logFile);
        current = running ?? { ...current, pid: child?.pid ?? 0 };
      }
      const code = await server.connectRefusal(current.address, "postgres", password);
      if (code === null) break;
      // SQLSTATE 28…: the server rejects the password. Other codes: the server is starting, recovering or stopping.
      if (code.startsWith("28")) throw failed(`does not take the password in ${dataDir}/database-password`);
      if (!child && Date.now() > until) throw failed(`runs but does not answer (${code})`);
    }
    await server.ensureDatabase(current.address, password);
    child?.once("exit", () => void watch());
    // An attached server is no child process and does not report its exit, so it is checked at intervals.
    watching ??= setInterval(() => void watch(), WATCH_MS).unref();
    return child === null;
  }

  let recovering = false;
  async function watch(): Promise<void> {
    if (recovering || stopping || alive()) return;
    recovering = true;
    log("the embedded database is gone; starting it again");
    try {
      await startServer();
      if (!stopping) log("the embedded database is back", { postgresPid: current.pid });
    } catch (error) {
      log("the embedded database did not come back; still trying", { reason: (error as Error).message });
    }
    recovering = false;
  }

  async function shutDown(): Promise<void> {
    clearInterval(watching);
    const begun = Date.now();
    let sent = "";
    for (; alive() || recovering; await sleep(10)) {
      // SIGINT is PostgreSQL's fast shutdown. SIGQUIT ends it immediately, and the next start repairs the data.
      const signal = Date.now() - begun > FAST_STOP_MS ? "SIGQUIT" : "SIGINT";
      const addressed = `${current.pid} ${signal}`;
      if (sent !== addressed && alive()) server.endProcess(current.pid, signal);
      sent = addressed;
    }
    fs.rmSync(join(dataDir, "app.pid"), { force: true });
    release();
  }
  return { start: startServer, stop: () => (stopping ??= shutDown()), running: () => current };
}
