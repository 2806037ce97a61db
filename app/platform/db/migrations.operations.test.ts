/** The schema: every foreign key has an index, and a database whose migrations do not match the code is refused. */
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { afterTest } from "../../../test/fixtures/after-test.ts";
import { openEmptyDatabase, openTestDatabase, type TestDatabase } from "../../../test/fixtures/database.ts";
import { note } from "../../../test/fixtures/long.ts";
import { readBackupFile, verifyBackup } from "../../../server/backup/backup-format.ts";
import { type Applied, knownMigrations, migrateDatabase } from "./migrate.server.ts";

let opened: TestDatabase;
const folders: string[] = [];
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(async () => {
  await opened.drop();
  for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
});

async function ask<Row extends pg.QueryResultRow>(connectionString: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return (await client.query<Row>(text).finally(() => client.end())).rows;
}

type Entry = { idx: number; when: number; tag: string };

/** Makes a temporary copy of the folder of migrations, with a changed journal and additional or changed files. */
function migrationsWith(change: (entries: Entry[]) => Entry[], files: Record<string, string> = {}): string {
  const folder = fs.mkdtempSync(join(tmpdir(), "ona-migrations-"));
  folders.push(folder);
  fs.cpSync("migrations", folder, { recursive: true });
  const file = join(folder, "meta/_journal.json");
  const journal = JSON.parse(fs.readFileSync(file, "utf8")) as { entries: Entry[] };
  fs.writeFileSync(file, JSON.stringify({ ...journal, entries: change(journal.entries) }));
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(join(folder, name), text);
  return folder;
}

const WITHOUT_INDEX = `select conrelid::regclass || '.' || a.attname as of
  from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace and not exists (
    select from pg_index i
    where i.indrelid = k.conrelid and i.indisvalid
      and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] @> k.conkey
      and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))`;

test("every foreign key has an index that begins with its columns, so that deleting what it names reads no table", async () => {
  expect(await ask(opened.connectionString, WITHOUT_INDEX)).toEqual([]);
  const mails = await ask(
    opened.connectionString,
    "select from pg_indexes where tablename = 'mails' and indexdef like '%lower(to_address)%'",
  );
  expect(mails).toHaveLength(1);
  const keys = await ask(opened.connectionString, "select from pg_constraint where contype = 'f'");
  note("Foreign keys and their indexes", { "foreign keys": keys.length, "without an index": 0 });
  const definition = "create index bookings_referrer on bookings (referrer_id) where referrer_id is not null";
  await ask(opened.connectionString, "drop index bookings_referrer");
  expect(await ask(opened.connectionString, WITHOUT_INDEX)).toEqual([{ of: "bookings.referrer_id" }]);
  await ask(opened.connectionString, definition);
  expect(await ask(opened.connectionString, WITHOUT_INDEX)).toEqual([]);
});

test("the migrations are in the order of their time", () => {
  const whens = knownMigrations().map(({ when }) => when);
  expect(whens).toEqual([...new Set(whens)].toSorted((a, b) => a - b));
});

test("[RUN-7] a migration that was edited after it ran, left out, or is of a newer version is refused, and nothing is changed", async () => {
  const shape = () =>
    ask(
      opened.connectionString,
      "select count(*)::int as tables, (select count(*)::int from drizzle.__drizzle_migrations) as migrations from pg_class",
    );
  const before = await shape();
  const known = knownMigrations();
  const last = known.at(-1)!;
  const refused = (folder: string) => migrateDatabase(opened.connectionString, folder);

  const edited = migrationsWith((entries) => entries, { "0000_baseline.sql": "create table made (n int);" });
  await expect(refused(edited)).rejects.toThrow(
    "migrations/0000_baseline.sql was changed after the database had it",
  );
  const next = { idx: 98, when: last.when + 1, tag: "0098_next" };
  const newer = migrationsWith((entries) => [...entries, next], { "0098_next.sql": "select 1;" });
  await migrateDatabase(opened.connectionString, newer);
  await expect(migrateDatabase(opened.connectionString)).rejects.toThrow(
    "it has 1 migration that this version does not know",
  );
  const late = migrationsWith(
    (entries) => [
      ...entries,
      { ...next, when: last.when + 1, tag: "0097_late" },
      { ...next, when: last.when + 2 },
    ],
    { "0097_late.sql": "create table made (n int);", "0098_next.sql": "select 1;" },
  );
  await ask(
    opened.connectionString,
    `update drizzle.__drizzle_migrations set created_at = ${last.when + 2} where created_at = ${last.when + 1}`,
  );
  await expect(refused(late)).rejects.toThrow("migrations/0097_late.sql is older than the last migration");
  await ask(
    opened.connectionString,
    `delete from drizzle.__drizzle_migrations where created_at > ${last.when}`,
  );
  expect(await shape()).toEqual(before);
});

/** The migrations that a backup of the last commit before the baseline has. */
async function listBeforeBaseline(): Promise<Applied[]> {
  return (await verifyBackup(readBackupFile("test/fixtures/before-baseline.gz"))).header.migrations;
}

/** Makes a database with the baseline's tables. Its list of applied migrations is `list`. */
async function databaseWith(list: Applied[]): Promise<string> {
  const old = await openEmptyDatabase();
  afterTest(old.drop);
  await migrateDatabase(
    old.connectionString,
    migrationsWith((entries) => entries.slice(0, 1)),
  );
  await ask(old.connectionString, "delete from drizzle.__drizzle_migrations");
  for (const { hash, when } of list)
    await ask(
      old.connectionString,
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('${hash}', ${when})`,
    );
  return old.connectionString;
}

const LIST = "select hash, created_at::float as when from drizzle.__drizzle_migrations order by created_at";

test("[RUN-7] a database of the last commit before the baseline is carried over, and has the baseline from then on", async () => {
  const url = await databaseWith(await listBeforeBaseline());
  await ask(
    url,
    "insert into contact_messages (form_key, name, email, subject, message) values (gen_random_uuid(), 'Ada', 'ada@example.com', 'Complaint', 'Kept')",
  );
  await migrateDatabase(url);
  expect(await ask(url, LIST)).toEqual(knownMigrations().map(({ hash, when }) => ({ hash, when })));
  expect(await ask(url, "select message from contact_messages")).toEqual([{ message: "Kept" }]);
});

test("[RUN-7] an older database is refused in one line that says what to do, and stays as it is", async () => {
  const list = (await listBeforeBaseline()).slice(0, -1);
  const url = await databaseWith(list);
  await expect(migrateDatabase(url)).rejects.toThrow(
    /^the database was made before version 0\.1\.0, [^\n]+ open it once with commit 4825b952, [^\n]+$/,
  );
  expect(await ask(url, LIST)).toEqual(list);
});
