/** Loads the rows, jobs and pictures of a backup into new tables, beside the current tables. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import type { PgBoss } from "pg-boss";
import { BackupError, type BackupCounts, type BackupEntry } from "./backup-format.ts";
import {
  continueNumbers,
  holdsJson,
  plainColumns,
  quoteName,
  tablesInOrder,
  type BackupColumn,
} from "./backup-tables.ts";

const STEP_ROWS = 500;
const STEP_BYTES = 4_000_000;

export type LoadTo = {
  client: pg.Client;
  schema: string;
  boss: PgBoss;
  pictures: string | null;
};
export type Loaded = {
  counts: BackupCounts;
  jobs: { id: string; name: string; data: object }[];
  names: Set<string>;
};

/**
 * Fills the tables of `schema`, which must have the same migrations as the backup. Returns the jobs, because `schema`
 * does not have the queue's tables. Throws a BackupError if a row, a table or a job does not match.
 */
export async function loadBackup(entries: AsyncGenerator<BackupEntry>, to: LoadTo): Promise<Loaded> {
  const { client, schema, boss, pictures } = to;
  const tables = new Map<string, BackupColumn[]>();
  for (const table of await tablesInOrder(client, schema)) {
    tables.set(table, await plainColumns(client, schema, table));
    // Triggers are off, because the backup contains the counters that triggers maintain already.
    await client.query(`alter table ${quoteName(schema)}.${quoteName(table)} disable trigger user`);
    // The backup also contains the rows that a migration inserted, so those rows are deleted here.
    await client.query(`delete from ${quoteName(schema)}.${quoteName(table)}`);
  }
  const rows = Object.fromEntries([...tables.keys()].map((table) => [table, 0]));
  const loaded: Loaded = { counts: { rows, jobs: 0, files: 0 }, jobs: [], names: new Set() };
  let batch: { table: string; rows: string[]; bytes: number } = { table: "", rows: [], bytes: 0 };
  const flush = async () => {
    if (batch.rows.length > 0)
      await insert(client, schema, batch.table, tables.get(batch.table) ?? [], batch.rows);
    batch = { table: "", rows: [], bytes: 0 };
  };
  const queues = new Set<string>();
  for await (const entry of entries) {
    if (entry.kind === "row") {
      const { table, columns, text } = entry;
      const known = tables.get(table);
      if (!known) throw new BackupError(`The backup has a table ${table} that its version does not have`);
      if (columns.length !== known.length || !known.every(({ name }) => columns.includes(name)))
        throw new BackupError(`The backup has a row of ${table} whose columns do not match its version`);
      if (table !== batch.table || batch.rows.length >= STEP_ROWS || batch.bytes > STEP_BYTES) await flush();
      batch.table = table;
      batch.rows.push(text);
      batch.bytes += text.length;
      loaded.counts.rows[table] = (loaded.counts.rows[table] ?? 0) + 1;
    } else if (entry.kind === "job") {
      const { name } = entry.job;
      if (!queues.has(name) && !(await boss.getQueue(name)))
        throw new BackupError(`The backup has a job of a kind ${name} that this version does not know`);
      queues.add(name);
      loaded.jobs.push(entry.job);
      loaded.counts.jobs++;
    } else if (entry.kind === "file") {
      if (pictures) await writeFile(join(pictures, entry.name), entry.bytes, { flush: true, mode: 0o600 });
      loaded.names.add(entry.name);
      loaded.counts.files++;
    }
  }
  await flush();
  for (const table of tables.keys()) {
    await continueNumbers(client, schema, table);
    await client.query(`alter table ${quoteName(schema)}.${quoteName(table)} enable trigger user`);
  }
  return loaded;
}

async function insert(
  client: pg.Client,
  schema: string,
  table: string,
  columns: BackupColumn[],
  rows: string[],
): Promise<void> {
  const names = columns.map(({ name }) => quoteName(name)).join(", ");
  const values = columns.map((column) =>
    holdsJson(column)
      ? `(r->>${client.escapeLiteral(column.name)})::${column.type}`
      : `p.${quoteName(column.name)}`,
  );
  const to = `${quoteName(schema)}.${quoteName(table)}`;
  try {
    await client.query(
      `insert into ${to} (${names}) overriding system value select ${values.join(", ")}
       from json_array_elements($1::json) r, json_populate_record(null::${to}, r) p`,
      [`[${rows.join(",")}]`],
    );
  } catch (error) {
    // SQLSTATEs that begin with 22 or 23 are errors of the data. The backup is not the cause of other errors, such as a
    // lost connection or missing rights.
    if (/^2[23]/.test((error as { code?: string }).code ?? ""))
      throw new BackupError(
        `The backup has rows of ${table} that cannot be stored: ${(error as Error).message}`,
      );
    throw error;
  }
}
