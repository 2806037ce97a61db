/** The schema: every reference has an index, old data is migrated, and what does not match is refused. */
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listBookings } from "../../parcels/dispatch/list-bookings.server.ts";
import {
  firstReleaseTables,
  openEmptyDatabase,
  openTestDatabase,
  type TestDatabase,
} from "../../../test/fixtures/database.ts";
import { readCursor } from "../http/keyset.ts";
import { openDatabase } from "./client.server.ts";
import { note } from "../../../test/fixtures/long.ts";
import { knownMigrations, migrateDatabase } from "./migrate.server.ts";

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

/** A folder of migrations like ours, with another journal and other files. */
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
  const definition =
    "create index deliveries_referrer on deliveries (referrer_id) where referrer_id is not null";
  await ask(opened.connectionString, "drop index deliveries_referrer");
  expect(await ask(opened.connectionString, WITHOUT_INDEX)).toEqual([{ of: "deliveries.referrer_id" }]);
  await ask(opened.connectionString, definition);
  expect(await ask(opened.connectionString, WITHOUT_INDEX)).toEqual([]);
});

test("the migrations are in the order of their time", () => {
  const whens = knownMigrations().map(({ when }) => when);
  expect(whens).toEqual([...new Set(whens)].toSorted((a, b) => a - b));
});

test("data of the first release pages through, each row once, after today's migrations", async () => {
  const old = await openEmptyDatabase();
  try {
    const first = migrationsWith((entries) => entries.slice(0, 2), {
      "0000_tables.sql": firstReleaseTables(),
    });
    await migrateDatabase(old.connectionString, first);
    // Three in each millisecond, the last ones just before midnight in Lagos.
    await ask(
      old.connectionString,
      `insert into deliveries (tracking_number, form_key, sender_name, sender_email, sender_phone, sender_address, sender_state,
         receiver_name, receiver_phone, receiver_address, receiver_state, package_description, package_weight, package_type,
         delivery_type, estimated_delivery, created_at)
       select 'OD' || lpad(n::text, 8, '0') || 'NG', gen_random_uuid(), 'Ada', 'Ada' || n % 7 || '@example.com', '+2348031234567', 'a', 'Lagos',
         'Musa', '+2348051234567', 'b', 'Kano', 'Books', 1, 'Parcel', 'express', now(),
         '2026-11-20T22:59:59.9998Z'::timestamptz - (n * 333) * interval '1 microsecond'
       from generate_series(0, 199) n`,
    );
    await migrateDatabase(old.connectionString);
    const inexact = await ask(
      old.connectionString,
      "select table_name, column_name from information_schema.columns where table_schema = 'public' and data_type like 'timestamp%' and datetime_precision <> 3",
    );
    expect(inexact).toEqual([]);
    const database = openDatabase(old.connectionString, () => {}, { max: 2 });
    const seen: string[] = [];
    try {
      for (let older: string | null | undefined; older !== null && seen.length < 1000;) {
        const cursor = readCursor(older ?? null);
        const page = await listBookings(database.db, {
          search: "",
          status: null,
          cursor,
          direction: "next",
        });
        seen.push(...page.rows.map(({ trackingCode }) => trackingCode));
        older = page.next;
      }
    } finally {
      await database.close();
    }
    expect(seen).toHaveLength(200);
    expect(new Set(seen).size).toBe(200);
    const days = await ask<{ name: string; n: number }>(
      old.connectionString,
      "select name, sum(n)::int as n from counters where name like 'day/%' group by 1",
    );
    expect(days).toEqual([{ name: "day/2026-11-20", n: 200 }]);
    const customers = await ask(
      old.connectionString,
      "select from customer_summaries c where last_booking_at <> (select max(created_at) from deliveries d where lower(sender_email) = c.email)",
    );
    expect(customers).toEqual([]);
  } finally {
    await old.drop();
  }
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

  const edited = migrationsWith((entries) => entries, {
    "0003_stock_taken.sql": "select 1;\n--> statement-breakpoint\ncreate table made (n int);",
  });
  await expect(refused(edited)).rejects.toThrow(
    "migrations/0003_stock_taken.sql was changed after the database had it",
  );
  const older = migrationsWith((entries) => entries.slice(0, -2));
  await expect(refused(older)).rejects.toThrow("it has 2 migrations that this version does not know");
  const late = migrationsWith(
    (entries) => [...entries, { ...entries.at(-1)!, idx: 99, when: last.when - 1, tag: "0099_late" }],
    { "0099_late.sql": "create table made (n int);" },
  );
  await expect(refused(late)).rejects.toThrow("migrations/0099_late.sql is older than the last migration");
  expect(await shape()).toEqual(before);
});
