/** Writes a backup: everything of one instant, while the product goes on. The file's shape: backup-format.ts. */
import { createWriteStream } from "node:fs";
import { readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import {
  appliedMigrations,
  BackupError,
  plainColumns,
  quote,
  tablesInOrder,
  type Counts,
  type Header,
} from "./backup-format.ts";

const STEP = 500;
/** Jobs that are still to be done; one that was under way is done again, which its receiver notices by its id. */
const WAITING = "('created', 'retry', 'active')";

export type BackupOptions = { connectionString: string; uploads: string | null; file: string; now: Date };

/**
 * Writes everything into `file`, readable by its owner alone, whole or not at all. `uploads` is the folder of pictures,
 * null where they live elsewhere. Throws a BackupError where there is nothing to keep.
 */
export async function writeBackup({ connectionString, uploads, file, now }: BackupOptions): Promise<Counts> {
  const client = new pg.Client({
    connectionString,
    application_name: "ona-backup",
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  const draft = `${file}.part`;
  const counts: Counts = { rows: {}, jobs: 0, files: 0 };
  try {
    await client.query("begin isolation level repeatable read read only");
    await pipeline(
      lines(client, uploads, now, counts),
      createGzip(),
      createWriteStream(draft, { mode: 0o600, flush: true }),
    );
    await client.query("commit");
    await rename(draft, file);
    return counts;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

async function* lines(
  client: pg.Client,
  uploads: string | null,
  now: Date,
  counts: Counts,
): AsyncGenerator<string> {
  const migrations = await appliedMigrations(client);
  if (migrations.length === 0) throw new BackupError("This database is empty: there is nothing to back up");
  const header: Header = { format: 1, at: now.toISOString(), migrations };
  yield `ona-backup ${JSON.stringify(header)}\n`;
  for (const table of await tablesInOrder(client)) {
    counts.rows[table] = 0;
    const columns = (await plainColumns(client, table)).map(quote).join(", ");
    // The text goes through as it is: numbers that JavaScript cannot hold stay exact.
    for await (const texts of cursor(
      client,
      `select row_to_json(r)::text as text from (select ${columns} from public.${quote(table)}) r`,
    )) {
      counts.rows[table] += texts.length;
      yield texts.map((text) => `row ${table} ${text}\n`).join("");
    }
  }
  const { rows } = await client.query("select to_regclass('pgboss.job') as there");
  if ((rows[0] as { there: string | null }).there) {
    const waiting = `select json_build_object('id', id, 'name', name, 'data', data)::text as text from pgboss.job
      where state in ${WAITING} and name not like '\\_\\_%' and jsonb_typeof(data) = 'object' order by created_on`;
    for await (const texts of cursor(client, waiting)) {
      counts.jobs += texts.length;
      yield texts.map((text) => `job ${text}\n`).join("");
    }
  }
  for (const name of uploads ? await pictureNames(uploads) : []) {
    const bytes = await readFile(join(uploads!, name)).catch(ignoreMissing);
    if (!bytes) continue;
    counts.files++;
    yield `file ${name} ${bytes.toString("base64")}\n`;
  }
  yield `end ${JSON.stringify(counts)}\n`;
}

/** The `text` column of a query, a few hundred rows at a time. */
async function* cursor(client: pg.Client, query: string): AsyncGenerator<string[]> {
  await client.query(`declare backup_rows no scroll cursor for ${query}`);
  for (;;) {
    const { rows } = await client.query<{ text: string }>(`fetch ${STEP} from backup_rows`);
    if (rows.length > 0) yield rows.map(({ text }) => text);
    if (rows.length < STEP) break;
  }
  await client.query("close backup_rows");
}

async function pictureNames(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  return names.filter((name) => /^[a-z0-9][a-z0-9.-]*$/.test(name)).sort();
}

function ignoreMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
  throw error;
}
