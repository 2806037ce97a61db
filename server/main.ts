/** Starts the product: settings, database, migrations, first admin, workers, port. Also stops it. */
import cluster from "node:cluster";
import { MigrationRefused, migrateDatabase } from "../app/platform/db/migrate.server.ts";
import { openDatabase, type Db } from "../app/platform/db/client.server.ts";
import { openFiles } from "../app/platform/files/files.server.ts";
import { ensureFirstAdmin } from "../app/people/staff/first-admin.server.ts";
import { isDemo, isDemoSoon } from "../app/access/is-demo.server.ts";
import { respondToWorkers } from "./observe/cluster-metrics.ts";
import { ConfigError, readConfig, type Config } from "./config.ts";
import { requireFolder, requireSpace } from "./postgres/data-folder.ts";
import { checkDatabase, connectionsFor, refusalOf } from "./postgres/database-check.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./postgres/embedded-postgres.ts";
import { requirePort } from "./http/listen.ts";
import { createLog, type Log } from "./observe/log.ts";
import { hasDatabase } from "./postgres/postgres-data-directory.ts";
import { StartRefused } from "./refusal.ts";
import { appSecret } from "./secret.ts";
import { unknownSettings } from "./setting-names.ts";
import { loadApp, serveWeb } from "./http/web.ts";
import { prepareSandbox } from "./sandbox.ts";

const STOP_MS = 9_000;
let stopRequested = false;
const dev = process.argv.includes("--dev");

async function startFirst(): Promise<void> {
  const config = readConfig(process.env);
  for (const line of unknownSettings(process.env)) console.warn(line);
  const log = createLog(config.logLevel);
  if (!config.databaseUrl || !config.s3Url) requireFolder(config.dataDir);
  if (!config.databaseUrl && !hasDatabase(config.dataDir)) requireSpace(config.dataDir);
  if (config.port > 0) await requirePort(config.port, config.host);
  if (config.databaseUrl) await checkDatabase(config.databaseUrl, config.processes);
  if (config.sandboxUrl) await checkDatabase(config.sandboxUrl, 0);
  // A stop during the start must end the database, too, so the stop waits until the database has started.
  let starting: Promise<EmbeddedPostgres> | null = null;
  const stopDatabase = async () => (await starting?.catch(() => null))?.stop();
  let stopWeb = async () => {};
  stopOnSignal(async () => {
    await stopWeb();
    await stopDatabase();
  });
  try {
    if (!config.databaseUrl) {
      starting = startEmbeddedPostgres({
        dataDir: config.dataDir,
        // The sandbox needs as many connections as the company's database.
        connections: Math.max(100, connectionsFor(2 * config.processes)),
        log: (message, details) => log.info(details ?? {}, message),
      });
    }
    // The app's modules load while the database starts. serveWeb reports an error of this import.
    if (config.processes === 1 && !dev) void loadApp().catch(() => {});
    const connectionString = (await starting)?.connectionString ?? config.databaseUrl!;
    const secret = await appSecret(config.appSecret, config.dataDir);
    await migrateDatabase(connectionString);
    const { admin, demo } = await prepareData(connectionString, config, log);
    const sandboxUrl = config.sandboxUrl ?? (await starting)?.sandboxUrl ?? null;
    // The operator's own sandbox must be usable before the product serves. An embedded sandbox is prepared later.
    if (config.sandboxUrl) await prepareSandbox(config.sandboxUrl, connectionString);

    const passOn = {
      ...{ ONA_DATABASE: connectionString, ONA_SECRET: secret },
      ...(sandboxUrl && { ONA_SANDBOX: sandboxUrl }),
    };
    let port = config.port;
    if (config.processes > 1 && !dev) {
      stopWeb = await forkWorkers(config.processes, passOn);
    } else {
      const web = await serveWeb({ ...config, sandboxUrl }, connectionString, secret, log, dev);
      stopWeb = web.stop;
      port = web.port;
    }
    greet(config.origin, config.host, port, { admin, demo, mailbox: config.mailbox });
    // This check comes after the start, because a remote server may respond slowly. Its modules load only here.
    const { warnOfSurroundings } = await import("./start-warnings.ts");
    void warnOfSurroundings(config, connectionString, log);
  } catch (error) {
    // During a stop, an error is only a consequence of the stop.
    if (stopRequested) return;
    await stopDatabase();
    throw error;
  }
}

async function prepareData(connectionString: string, config: Config, log: Log) {
  const database = openDatabase(connectionString, () => {}, { max: 2 });
  try {
    // The first admin is created before the sample data, which includes a super admin without a password.
    const admin = await ensureFirstAdmin(
      database.db,
      { email: config.adminEmail, password: config.adminPassword },
      new Date(),
    );
    if (config.seed === "demo") await loadSamples(database.db, config, log);
    const asked = { db: database.db, ...config };
    return { admin, demo: (await isDemo(asked)) || (await isDemoSoon(asked)) };
  } finally {
    await database.close();
  }
}

/**
 * Loads the sample stores on a first start (web.ts adds the demo's data later). A failure here does not stop the start.
 */
async function loadSamples(db: Db, config: Config, log: Log): Promise<void> {
  try {
    const { seedSampleStores } = await import("./demo/seed.server.ts");
    const seeded = await seedSampleStores(db, openFiles(config), new Date());
    if (seeded) log.info(seeded, "sample stores loaded");
  } catch (error) {
    log.warn({ err: error }, "sample stores not loaded; the next start tries again");
  }
}

/** Starts the workers. The first process listens and shares its port with them. A worker that ends is replaced. */
async function forkWorkers(count: number, env: Record<string, string>): Promise<() => Promise<void>> {
  let stopping = false;
  cluster.setupPrimary({ silent: false });
  respondToWorkers();
  const fork = () => cluster.fork(env);
  // The first worker is started alone. If an error ends it at its start, the same error would end the others, so none
  // of them is started.
  await new Promise<void>((resolve, reject) => {
    const first = fork();
    first.once("listening", () => resolve());
    first.once("exit", () => reject(new StartRefused("a process of the app ended; see above.")));
  });
  // From here on the first worker serves the port. A worker that ends later is replaced.
  cluster.on("exit", () => {
    if (!stopping) setTimeout(() => void (stopping || fork()), 500);
  });
  await Promise.all(
    Array.from({ length: count - 1 }, () => {
      const worker = fork();
      return new Promise<void>((resolve) => {
        worker.once("listening", () => resolve());
        worker.once("exit", () => resolve());
      });
    }),
  );
  return async () => {
    stopping = true;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    await Promise.all(
      workers.map(
        (worker) =>
          new Promise<void>((resolve) => {
            worker.once("exit", () => resolve());
            worker.process.kill("SIGTERM");
          }),
      ),
    );
  };
}

async function startWorker(): Promise<void> {
  const config = readConfig(process.env);
  const web = await serveWeb(
    { ...config, sandboxUrl: process.env["ONA_SANDBOX"] ?? null },
    process.env["ONA_DATABASE"]!,
    process.env["ONA_SECRET"]!,
    createLog(config.logLevel),
    false,
  );
  stopOnSignal(web.stop);
}

/** RUN-3: stops on SIGTERM or Ctrl-C. Current requests are answered and new ones refused, for at most 10 s. */
function stopOnSignal(stop: () => Promise<void>): void {
  const onSignal = () => {
    if (stopRequested) return;
    stopRequested = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    stop().then(
      () => process.exit(0),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  // A worker exits when its channel to the first process closes, because the first process has then died.
  process.on("disconnect", onSignal);
}

type FirstAdmin = Awaited<ReturnType<typeof ensureFirstAdmin>>;

function greet(
  origin: string,
  host: string,
  port: number,
  { admin, demo, mailbox }: { admin: FirstAdmin; demo: boolean; mailbox: boolean },
): void {
  const lines = [
    ``,
    `  Ona Delivery is open at ${origin}`,
    ...(origin.endsWith(`:${port}`) ? [] : [`  listening on ${host}:${port}`]),
  ];
  if (demo) lines.push(`  Look around as its people, without a password: ${origin}/demo`);
  if (mailbox) lines.push(`  Mail is kept at ${origin}/mailbox`);
  if (admin) {
    lines.push(`  First admin: sign in at ${origin}/admin/login`, `    email    ${admin.email}`);
    lines.push(
      admin.drawn
        ? `    password  ${admin.password}   (shown this once)`
        : `    password  as set in ADMIN_PASSWORD`,
    );
  }
  console.log([...lines, ``].join("\n"));
}

/** The exit code EX_CONFIG: a setting or data is wrong, so a restart does not help (docs/systemd/ona.service). */
const WRONG_SETTING = 78;

/** Returns the one-line message of an error that the operator can fix. Null for a bug, which needs its stack. */
function reasonToMend(error: Error): string | null {
  if ([ConfigError, StartRefused, MigrationRefused].some((kind) => error instanceof kind))
    return error.message;
  if (!process.env["DATABASE_URL"] && !process.env["DATABASE_URL_FILE"]) return null;
  return refusalOf(error)?.message ?? null;
}

(cluster.isWorker ? startWorker() : startFirst()).catch((error: Error) => {
  const reason = reasonToMend(error);
  console.error(reason === null ? error : `Cannot start: ${reason}`);
  const isLasting = error instanceof ConfigError || error instanceof MigrationRefused;
  process.exit(isLasting ? WRONG_SETTING : 1);
});
