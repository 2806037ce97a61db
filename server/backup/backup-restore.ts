/**
 * RUN-5: restores a backup. The whole file is verified and loaded into new tables beside the current tables. One
 * transaction then replaces the current tables, so a failure leaves the current database unchanged.
 */
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { PgBoss } from "pg-boss";
import {
  knownMigrations,
  MIGRATION_LOCK,
  MIGRATIONS,
  noteMigrations,
  pendingMigrations,
  type Migration,
} from "../../app/platform/db/migrate.server.ts";
import { startJobs } from "../../app/platform/jobs/jobs.server.ts";
import { JOB_KINDS } from "../job-kinds.ts";
import { repeatErased } from "./backup-erasures.ts";
import { grantAppRole, rolesWithRights } from "../postgres/app-role.ts";
import { pictureNames } from "./backup.ts";
import { keepAccessTaken, setAsideReplaced, type KeptAccess, type NewerBackup } from "./backup-access.ts";
import {
  BackupError,
  readBackupFile,
  verifyBackup,
  type BackupCounts,
  type Header,
} from "./backup-format.ts";
import { loadBackup, type Loaded } from "./backup-load.ts";
import { differencesOf } from "./backup-recount.ts";
import { sealState, UNPROVEN } from "./backup-seal.ts";
import { functionsOf, quoteName, sequencesOf, tablesInOrder } from "./backup-tables.ts";

const BESIDE = "ona_restore";
/** Tables whose rows show that a database is in use. A new installation has rows only in other tables. */
const PUT_IN = ["profiles", "bookings", "stores", "orders", "contact_messages", "activity_logs", "mails"];
export type RestoreOptions = {
  connectionString: string;
  uploads: string | null;
  file: string;
  force: boolean;
  /** The APP_SECRET. The seal of the backup and the hashed email addresses of erased people depend on it. */
  secret: string;
  /**
   * A newer backup. It shows who was erased, and whose access was revoked, after the restored backup was
   * made.
   */
  newer?: string;
  /** True if a backup is restored even though its seal is wrong or its ledgers disagree with its sums. */
  acceptDifferences?: boolean;
  migrations?: string;
};
/** The result of a restore. `differences` lists the differences that were accepted. */
export type Restored = KeptAccess & { counts: BackupCounts; erasedAgain: number; differences: string[] };

export const CHANGED = "The backup was changed after it was written: its seal does not match";

/**
 * Fills a database with a backup and migrates the database. Sessions, unused links, shifts, limits and
 * unlocks of the site end. Access that was revoked since the backup stays revoked, and people erased since
 * the backup are erased again, as far as the current database or a newer backup shows this (RUN-21).
 *
 * Refuses, and changes nothing:
 *
 * - a database with data, without `force`;
 * - a file that is damaged, truncated or no backup (BackupError);
 * - a backup of an unknown version (MigrationRefused);
 * - a wrong seal, or ledgers that differ from their sums, without `acceptDifferences` (BackupError, RUN-22).
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { connectionString, uploads, file, force, secret, newer, acceptDifferences = false } = options;
  const verified = await verifyBackup(readBackupFile(file));
  const { header } = verified;
  const since = newer ? { file: newer, tables: (await verifyBackup(readBackupFile(newer))).tables } : null;
  const known = knownMigrations(options.migrations ?? MIGRATIONS);
  const later = pendingMigrations(header.migrations, known, "the backup");
  const seal = sealState(verified, secret);
  const differences = seal === "wrong" ? [CHANGED] : [];
  if (!acceptDifferences) refuseDifferences(differences);
  const client = new pg.Client({
    connectionString,
    application_name: "ona-restore",
    connectionTimeoutMillis: 10_000,
  });
  client.on("error", () => {}); // A lost connection also fails the running statement, which reports it.
  await client.connect();
  const staged = uploads && (await stagingFolder(uploads));
  try {
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    if (!force && (await holdsSomething(client)))
      throw new BackupError("The database is not empty. --force replaces everything in it");
    // Creates the queue's tables, because the product's migrations do not create them.
    await (await startJobs(connectionString, JOB_KINDS, () => {})).stop();
    const done = await replaceEverything(client, {
      ...options,
      known,
      later,
      header,
      since,
      staged,
      differences,
    });
    if (uploads && header.pictures === "inside")
      for (const name of await pictureNames(uploads))
        if (!done.names.has(name)) await rm(join(uploads, name), { force: true });
    await client.query("analyze");
    const { counts, erasedAgain, kept } = done;
    const unknown = [...kept.unknown, ...[UNPROVEN[seal]].filter((one) => one !== null)];
    return { counts, erasedAgain, kept: kept.kept, unknown, differences };
  } finally {
    await client.end();
    if (staged) await rm(staged, { recursive: true, force: true });
  }
}

type Replacing = RestoreOptions & {
  known: Migration[];
  later: Migration[];
  header: Header;
  since: NewerBackup | null;
  staged: string | null;
  differences: string[];
};

/**
 * Loads the backup and replaces the current data, in one transaction. Adds the differences that it finds to
 * `differences`.
 */
async function replaceEverything(client: pg.Client, options: Replacing) {
  const { connectionString, uploads, file, secret, known, later, header, since, staged, differences } =
    options;
  const boss = new PgBoss({ connectionString, max: 1, schedule: false, supervise: false, migrate: false });
  boss.on("error", () => {});
  await boss.start();
  try {
    await client.query("begin");
    await makeSchema(client);
    for (const migration of known) if (!later.includes(migration)) await apply(client, migration);
    const loading = { client, schema: BESIDE, boss, pictures: staged };
    const { counts, jobs, names } = await loadBackup(readBackupFile(file), loading);
    for (const migration of later) await apply(client, migration);
    differences.push(...(await differencesOf(client)));
    if (!options.acceptDifferences) refuseDifferences(differences);
    const replaced = await setAsideReplaced(client, BESIDE);
    await takePlace(client, known);
    await replaceJobs(client, boss, jobs);
    const kept = await keepAccessTaken(client, replaced, since);
    const erasedAgain = await repeatErased(client, boss, { secret, backupAt: new Date(header.at) });
    if (uploads && staged) for (const name of names) await rename(join(staged, name), join(uploads, name));
    await client.query("commit");
    return { counts, names, kept, erasedAgain };
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  } finally {
    await boss.stop({ graceful: false });
  }
}

function refuseDifferences(differences: readonly string[]): void {
  if (differences.length > 0)
    throw new BackupError(
      `${differences.join("; ")}. Nothing was changed. --accept-differences restores it nevertheless`,
    );
}

/** Makes a new folder inside the folder of pictures, so that a rename can move each picture into its place. */
async function stagingFolder(uploads: string): Promise<string> {
  await mkdir(uploads, { recursive: true, mode: 0o700 });
  return mkdtemp(join(uploads, ".restore-"));
}

async function holdsSomething(client: pg.Client): Promise<boolean> {
  const tables = await tablesInOrder(client, "public");
  for (const table of PUT_IN.filter((name) => tables.includes(name))) {
    const { rowCount } = await client.query(`select 1 from public.${quoteName(table)} limit 1`);
    if (rowCount) return true;
  }
  return false;
}

/**
 * Creates the schema for the restored tables, first in the search path. The extension pg_trgm goes into `public`,
 * because the new schema is dropped at the end of the restore.
 */
async function makeSchema(client: pg.Client): Promise<void> {
  await client.query("savepoint extension");
  await client
    .query("create extension if not exists pg_trgm schema public")
    .catch(() => client.query("rollback to savepoint extension"));
  await client.query(`drop schema if exists ${BESIDE} cascade`);
  await client.query(`create schema ${BESIDE}`);
  await client.query("select set_config('search_path', $1 || ', ' || current_setting('search_path'), true)", [
    BESIDE,
  ]);
}

async function apply(client: pg.Client, { statements }: Migration): Promise<void> {
  for (const statement of statements) await client.query(statement.replaceAll('"public".', `"${BESIDE}".`));
}

/** Replaces the current tables by the restored tables, and gives other roles the rights they had before. */
async function takePlace(client: pg.Client, known: Migration[]): Promise<void> {
  const roles = await rolesWithRights(client);
  const present = await tablesInOrder(client, "public");
  if (present.length > 0)
    await client.query(`drop table ${present.map((name) => `public.${quoteName(name)}`).join(", ")} cascade`);
  for (const name of await functionsOf(client, "public")) await client.query(`drop function ${name} cascade`);
  for (const name of await sequencesOf(client, "public")) await client.query(`drop sequence ${name} cascade`);
  for (const name of await tablesInOrder(client, BESIDE))
    await client.query(`alter table ${BESIDE}.${quoteName(name)} set schema public`);
  for (const name of await functionsOf(client, BESIDE))
    await client.query(`alter function ${name} set schema public`);
  for (const name of await sequencesOf(client, BESIDE))
    await client.query(`alter sequence ${name} set schema public`);
  // `drop schema` fails if the schema is not empty, so no forgotten object is lost.
  await client.query(`drop schema ${BESIDE}`);
  await client.query("set local search_path to default");
  await noteMigrations(client, known);
  for (const role of roles) await grantAppRole(client, role);
}

async function replaceJobs(client: pg.Client, boss: PgBoss, jobs: Loaded["jobs"]): Promise<void> {
  const db = {
    executeSql: (text: string, values?: unknown[]) => client.query<Record<string, unknown>>(text, values),
  };
  await client.query("delete from pgboss.job where name not like '\\_\\_%'");
  for (const { id, name, data } of jobs) await boss.insert(name, [{ id, data }], { db });
}
