/** RUN-5: writes a backup of one point in time while the product runs (backup-format.ts explains the format). */
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PassThrough, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { appliedMigrations } from "../../app/platform/db/migrate.server.ts";
import {
  BackupError,
  compareCounts,
  oneLine,
  PICTURE_NAME,
  readBackup,
  readBackupFile,
  verifyBackup,
  type BackupCounts,
  type Header,
} from "./backup-format.ts";
import { reasonOf } from "../reason.ts";
import { sealOf } from "./backup-seal.ts";
import { holdsJson, plainColumns, quoteName, tablesInOrder, type BackupColumn } from "./backup-tables.ts";

const STEP = 500;
/**
 * The states of unfinished jobs. A job that ran during the backup runs again after a restore. If its mail was already
 * sent, the second mail has the same Message-ID.
 */
const WAITING = "('created', 'retry', 'active')";

/** The codes of disk errors. Their messages do not contain the path of the file. */
const DISK = ["ENOSPC", "EDQUOT", "EROFS", "EIO"];

/**
 * `uploads` is the folder of pictures, or null if a bucket has them. `secret` is the APP_SECRET for the seal. Without a
 * secret the backup has no seal.
 */
export type BackupSource = {
  connectionString: string;
  uploads: string | null;
  secret: string | null;
  now: Date;
};

/**
 * Writes a backup into `file`, which only its owner can read. Either the complete file exists or none: the draft is
 * read back as a whole before it is renamed. Throws a BackupError if there is no data.
 */
export async function writeBackup({
  file,
  ...source
}: BackupSource & { file: string }): Promise<BackupCounts> {
  const draft = `${file}.part`;
  try {
    const counts = await writeLines(source, () => createWriteStream(draft, { mode: 0o600, flush: true }));
    compareCounts(draft, (await verifyBackup(readBackupFile(draft))).counts, counts);
    await rename(draft, file);
    await syncFolder(dirname(file));
    return counts;
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    const { code = "", path } = error as NodeJS.ErrnoException;
    if (path !== draft && !DISK.includes(code)) throw error;
    throw new BackupError(`The backup cannot be written to ${dirname(file)}: ${reasonOf(error)}`);
  }
}

/** Writes a backup into a stream. Throws if the written bytes are not a complete backup. */
export async function streamBackup({
  output,
  ...source
}: BackupSource & { output: Writable }): Promise<BackupCounts> {
  const copy = new PassThrough();
  const verified = verifyBackup(readBackup(copy, "The backup"));
  const tee = new PassThrough();
  verified.catch((error: Error) => tee.destroy(error));
  // The output may fail before anything is written to `tee`. Without this listener, an error of `tee` would end the
  // process.
  tee.on("error", () => {});
  output.on("error", (error) => tee.destroy(error));
  tee.pipe(copy);
  tee.pipe(output);
  const counts = await writeLines(source, () => tee).catch((error: Error) => {
    copy.destroy(error);
    throw error;
  });
  compareCounts("The backup", (await verified).counts, counts);
  return counts;
}

/** Writes a backup. Calls `openTarget` only once data is ready, so that a failure to open rejects this call. */
async function writeLines(source: BackupSource, openTarget: () => Writable): Promise<BackupCounts> {
  const client = new pg.Client({
    connectionString: source.connectionString,
    application_name: "ona-backup",
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  const counts: BackupCounts = { rows: {}, jobs: 0, files: 0 };
  try {
    await client.query("begin isolation level repeatable read read only");
    await pipeline(lines(client, source, counts), createGzip(), openTarget());
    await client.query("commit");
    return counts;
  } finally {
    await client.end();
  }
}

async function* lines(client: pg.Client, source: BackupSource, counts: BackupCounts): AsyncGenerator<string> {
  const sum = createHash("sha256");
  for await (const text of content(client, source, counts)) {
    sum.update(text);
    yield text;
  }
  const sha256 = sum.digest("hex");
  const seal = source.secret === null ? {} : { seal: sealOf(source.secret, sha256) };
  yield `end ${JSON.stringify({ ...counts, sha256, ...seal })}\n`;
}

async function* content(
  client: pg.Client,
  { uploads, now }: BackupSource,
  counts: BackupCounts,
): AsyncGenerator<string> {
  const migrations = await appliedMigrations(client);
  if (migrations.length === 0) throw new BackupError("This database is empty: there is nothing to back up");
  const pictures = uploads ? "inside" : "elsewhere";
  const header: Header = { format: 2, at: now.toISOString(), migrations, pictures };
  yield `ona-backup ${JSON.stringify(header)}\n`;
  for (const table of await tablesInOrder(client, "public")) {
    counts.rows[table] = 0;
    const columns = (await plainColumns(client, "public", table)).map(asWritten).join(", ");
    // The database writes each row as JSON, so that numbers stay exact even if JavaScript cannot represent them.
    for await (const texts of cursor(
      client,
      `select row_to_json(r)::text as text from (select ${columns} from public.${quoteName(table)}) r`,
    )) {
      counts.rows[table] += texts.length;
      yield texts.map((text) => `row ${table} ${oneLine(text)}\n`).join("");
    }
  }
  const { rows } = await client.query<{ there: string | null }>("select to_regclass('pgboss.job') as there");
  if (rows[0]?.there) {
    const waiting = `select json_build_object('id', id, 'name', name, 'data', data)::text as text from pgboss.job
      where state in ${WAITING} and name not like '\\_\\_%' and jsonb_typeof(data) = 'object' order by created_on`;
    for await (const texts of cursor(client, waiting)) {
      counts.jobs += texts.length;
      yield texts.map((text) => `job ${oneLine(text)}\n`).join("");
    }
  }
  if (!uploads) return;
  for (const name of await pictureNames(uploads)) {
    const bytes = await readFile(join(uploads, name)).catch(ignoreMissing);
    if (!bytes) continue;
    counts.files++;
    yield `file ${name} ${bytes.toString("base64")}\n`;
  }
}

/** Returns the SQL that reads a column. JSON columns are read as text, because JSON null differs from SQL null. */
function asWritten(column: BackupColumn): string {
  const name = quoteName(column.name);
  return holdsJson(column) ? `${name}::text as ${name}` : name;
}

async function* cursor(client: pg.Client, query: string): AsyncGenerator<string[]> {
  await client.query(`declare backup_rows no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await client.query<{ text: string }>(`fetch ${STEP} from backup_rows`);
    if (rows.length > 0) yield rows.map(({ text }) => text);
    if (rows.length < STEP) break;
  }
  await client.query("close backup_rows");
}

/** Lists the names of the pictures; empty if there is no folder. */
export async function pictureNames(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  return names.filter((name) => PICTURE_NAME.test(name)).sort();
}

/** Writes the folder to disk, so that the new file name survives a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

function ignoreMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
  throw error;
}
