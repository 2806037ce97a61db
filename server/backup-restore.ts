/** Brings a backup back: rows, waiting jobs and pictures, in one transaction of the database. */
import { createReadStream } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { readMigrationFiles } from "drizzle-orm/migrator";
import pg from "pg";
import { PgBoss } from "pg-boss";
import { migrateDatabase } from "../app/db/migrate.server.ts";
import { startJobs } from "../app/jobs/jobs.server.ts";
import {
  appliedMigrations,
  BackupError,
  endSchema,
  headerSchema,
  jobSchema,
  plainColumns,
  quote,
  splitLine,
  tablesInOrder,
  type Counts,
  type Header,
} from "./backup-format.ts";

const STEP_ROWS = 500;
const STEP_BYTES = 4_000_000;
/** What somebody put in. A fresh installation has rows of its own elsewhere: the lock's row, counters at nought. */
const PUT_IN = ["profiles", "deliveries", "partners", "orders", "contact_messages", "activity_logs", "mails"];

export type RestoreOptions = {
  connectionString: string;
  uploads: string | null;
  file: string;
  force: boolean;
  migrations?: string;
};

/**
 * Fills a database with a backup, then brings it to the newest shape. Refuses, with a BackupError, a database that
 * holds anything unless `force` is given, a file that is cut or no backup, and one of a newer version of the product.
 * A failure leaves no row of the backup behind.
 */
export async function restoreBackup({
  connectionString,
  uploads,
  file,
  force,
  migrations = resolve("migrations"),
}: RestoreOptions): Promise<Counts> {
  const header = await readHeader(file);
  const known = readMigrationFiles({ migrationsFolder: migrations });
  const version = header.migrations.length;
  if (header.migrations.some(({ hash }, index) => known[index]?.hash !== hash)) {
    throw new BackupError(
      "This backup was made by another version of the product, which this one does not know",
    );
  }
  const client = new pg.Client({
    connectionString,
    application_name: "ona-restore",
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  try {
    if (!force && (await holdsSomething(client)))
      throw new BackupError("The database is not empty. --force replaces everything in it");
    if ((await appliedMigrations(client)).length > version) await dropEverything(client);
    await migrateTo(connectionString, migrations, version);
    // The queue's own tables and queues.
    await (await startJobs(connectionString, () => {})).stop();
    const boss = new PgBoss({ connectionString, max: 1, schedule: false, supervise: false, migrate: false });
    boss.on("error", () => {});
    await boss.start();
    let counts: Counts;
    try {
      await client.query("begin");
      counts = await load(client, boss, file, uploads);
      await client.query("commit");
    } catch (error) {
      await client.query("rollback").catch(() => {});
      throw error;
    } finally {
      await boss.stop({ graceful: false });
    }
    await migrateDatabase(connectionString, migrations);
    return counts;
  } finally {
    await client.end();
  }
}

async function* readLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const text = source.pipe(createGunzip());
  source.on("error", (error) => text.destroy(error));
  try {
    yield* createInterface({ input: text, crlfDelay: Infinity });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new BackupError(`There is no file ${file}`);
    if (code?.startsWith("Z_")) throw new BackupError(`${file} is no backup, or was cut`);
    throw error;
  } finally {
    source.destroy();
    text.destroy();
  }
}

async function readHeader(file: string): Promise<Header> {
  for await (const line of readLines(file)) {
    const { kind, payload } = splitLine(line);
    const parsed = kind === "ona-backup" ? headerSchema.safeParse(JSON.parse(payload)) : null;
    if (parsed?.success) return parsed.data;
    break;
  }
  throw new BackupError(`${file} is no backup of this product`);
}

async function holdsSomething(client: pg.Client): Promise<boolean> {
  const tables = await tablesInOrder(client);
  for (const table of PUT_IN.filter((name) => tables.includes(name))) {
    const { rowCount } = await client.query(`select 1 from public.${quote(table)} limit 1`);
    if (rowCount) return true;
  }
  return false;
}

/** A database of a newer shape cannot go back: it is made anew. */
async function dropEverything(client: pg.Client): Promise<void> {
  const tables = await tablesInOrder(client);
  const { rows } = await client.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = 'public' and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  );
  await client.query("begin");
  for (const table of tables) await client.query(`drop table public.${quote(table)} cascade`);
  for (const { name } of rows) await client.query(`drop function ${name} cascade`);
  await client.query("drop schema drizzle cascade");
  await client.query("commit");
}

/** The shape that the backup's product had: only its migrations. */
async function migrateTo(connectionString: string, folder: string, version: number): Promise<void> {
  const journal = JSON.parse(await readFile(join(folder, "meta/_journal.json"), "utf8")) as {
    entries: { tag: string }[];
  };
  const entries = journal.entries.slice(0, version);
  const partial = await mkdtemp(join(tmpdir(), "ona-migrations-"));
  try {
    await mkdir(join(partial, "meta"));
    await writeFile(join(partial, "meta/_journal.json"), JSON.stringify({ ...journal, entries }));
    for (const { tag } of entries) await copyFile(join(folder, `${tag}.sql`), join(partial, `${tag}.sql`));
    await migrateDatabase(connectionString, partial);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

async function load(client: pg.Client, boss: PgBoss, file: string, uploads: string | null): Promise<Counts> {
  const tables = await tablesInOrder(client);
  // Counters kept by triggers are in the rows already; the append-only log would refuse to be emptied.
  for (const table of tables) await client.query(`alter table public.${quote(table)} disable trigger user`);
  await client.query(`truncate ${tables.map((table) => `public.${quote(table)}`).join(", ")}`);
  await client.query("delete from pgboss.job where name not like '\\_\\_%'");

  const counts: Counts = { rows: Object.fromEntries(tables.map((table) => [table, 0])), jobs: 0, files: 0 };
  let batch: { table: string; rows: string[]; bytes: number } = { table: "", rows: [], bytes: 0 };
  const flush = async () => {
    if (batch.rows.length > 0) await insert(client, batch.table, batch.rows);
    batch = { table: "", rows: [], bytes: 0 };
  };
  const db = {
    executeSql: (text: string, values?: unknown[]) => client.query<Record<string, unknown>>(text, values),
  };
  let end: Counts | null = null;
  for await (const line of readLines(file)) {
    const { kind, name, payload } = splitLine(line);
    if (kind === "row") {
      if (!tables.includes(name))
        throw new BackupError(`The backup has a table ${name} that its version does not have`);
      if (name !== batch.table || batch.rows.length >= STEP_ROWS || batch.bytes > STEP_BYTES) await flush();
      batch.table = name;
      batch.rows.push(payload);
      batch.bytes += payload.length;
      counts.rows[name]!++;
      continue;
    }
    await flush();
    if (kind === "job") {
      const job = jobSchema.parse(JSON.parse(payload));
      await boss.insert(job.name, [{ id: job.id, data: job.data }], { db });
      counts.jobs++;
    } else if (kind === "file") {
      if (uploads) await writePicture(uploads, name, payload);
      counts.files++;
    } else if (kind === "end") {
      end = endSchema.parse(JSON.parse(payload));
    }
  }
  if (!end) throw new BackupError(`${file} ends too early: it was cut`);
  for (const [table, count] of Object.entries(end.rows)) {
    if (counts.rows[table] !== count)
      throw new BackupError(`${file} has ${counts.rows[table]} of ${count} rows of ${table}`);
  }
  for (const table of tables) {
    await continueNumbers(client, table);
    await client.query(`alter table public.${quote(table)} enable trigger user`);
  }
  return counts;
}

async function insert(client: pg.Client, table: string, rows: string[]): Promise<void> {
  const columns = (await plainColumns(client, table)).map(quote).join(", ");
  const name = `public.${quote(table)}`;
  await client.query(
    `insert into ${name} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
    [`[${rows.join(",")}]`],
  );
}

/** Numbers that the database draws go on after the highest one there is. */
async function continueNumbers(client: pg.Client, table: string): Promise<void> {
  const name = `public.${quote(table)}`;
  const { rows } = await client.query<{ column: string; sequence: string }>(
    `select column_name as column, pg_get_serial_sequence($1, column_name) as sequence from information_schema.columns
     where table_schema = 'public' and table_name = $2 and is_identity = 'YES'`,
    [name, table],
  );
  for (const { column, sequence } of rows) {
    const highest = `(select max(${quote(column)}) from ${name})`;
    await client.query(`select setval($1, coalesce(${highest}, 1), ${highest} is not null)`, [sequence]);
  }
}

async function writePicture(folder: string, name: string, base64: string): Promise<void> {
  if (basename(name) !== name || name.startsWith("."))
    throw new BackupError("The backup names a file outside its folder");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), Buffer.from(base64, "base64"), { flush: true });
}
