/** Backups of hostile data and of the first release: everything comes back. */
import * as fs from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { finished } from "node:stream/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { migrateDatabase } from "../../app/platform/db/migrate.server.ts";
import { readBackupFile, verifyBackup } from "../../server/backup/backup-format.ts";
import { streamBackup, writeBackup } from "../../server/backup/backup.ts";
import { openBackupDrill, PICTURES } from "../fixtures/backup-drill.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { firstReleaseTables, openEmptyDatabase, openTestDatabase } from "../fixtures/database.ts";
import { contentOf, query, shapeOf } from "../fixtures/database-state.ts";

const { folder, uploads, present, source, target, file, restore } = await closedAfterAll(openBackupDrill());

/** The same rows, without sessions, links and limits. */
const KEPT = [
  "public.contact_messages",
  "public.idempotency_keys",
  "public.profiles",
  "public.activity_logs",
  "jobs",
];

test("the database itself refuses what no text may hold", async () => {
  await expect(query(source.connectionString, "select $1::text", ["a\0b"])).rejects.toThrow("0x00");
  await expect(query(source.connectionString, String.raw`select '"\ud800"'::jsonb`)).rejects.toThrow();
  await expect(query(source.connectionString, String.raw`select '"\u0000"'::jsonb`)).rejects.toThrow();
});

test("every line of a backup of hostile data is one line for every reader", () => {
  const text = gunzipSync(fs.readFileSync(file)).toString();
  expect(text).not.toMatch(/[\r\u2028\u2029]/);
  expect(text.split("\n").every((line) => line === "" || /^(ona-backup|row|job|file|end) /.test(line))).toBe(
    true,
  );
});

test("everything of it comes back in today's shape; sessions, links, limits and old pictures do not", async () => {
  await restore(file);
  const [was, is] = [await contentOf(source.connectionString), await contentOf(target.connectionString)];
  for (const name of KEPT) expect(is[name], name).toBe(was[name]);
  expect(await shapeOf(target.connectionString)).toEqual(await shapeOf(source.connectionString));
  const [ended] = await query(
    target.connectionString,
    `select (select count(*)::int from sessions) as sessions, (select count(*)::int from rate_limits) as limits,
       (select count(*)::int from email_links where expires_at > now()) as links`,
  );
  expect(ended).toEqual({ sessions: 0, limits: 0, links: 0 });
  expect(is["public.site_lock_config"]).not.toBe(was["public.site_lock_config"]);
  for (const [name, bytes] of Object.entries(PICTURES))
    expect(fs.readFileSync(join(present, name))).toEqual(bytes);
  expect(fs.readdirSync(present)).toHaveLength(2);
  // Once more, over itself.
  await restore(file);
  expect((await contentOf(target.connectionString))["public.contact_messages"]).toBe(
    was["public.contact_messages"],
  );
});

test("a backup of the first release, in the first format, is brought to today's shape", async () => {
  const old = await openEmptyDatabase();
  const fresh = await openTestDatabase();
  try {
    const first = join(folder, "first-migrations");
    fs.cpSync("migrations", first, { recursive: true });
    fs.writeFileSync(join(first, "0000_tables.sql"), firstReleaseTables());
    const journal = join(first, "meta/_journal.json");
    const { entries, ...rest } = JSON.parse(fs.readFileSync(journal, "utf8")) as { entries: object[] };
    fs.writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.slice(0, 2) }));
    await migrateDatabase(old.connectionString, first);
    await query(
      old.connectionString,
      `insert into contact_messages (form_key, name, email, subject, message)
       values (gen_random_uuid(), 'a', 'b@example.com', 'Complaint', $1)`,
      ["c\u2028d"],
    );
    const backupFile = join(folder, "first.gz");
    await writeBackup({
      connectionString: old.connectionString,
      uploads: null,
      file: backupFile,
      now: new Date(),
    });
    const text = gunzipSync(fs.readFileSync(backupFile)).toString();
    const formatOne = text
      .replace('"format":2', '"format":1')
      .replace(',"pictures":"elsewhere"', "")
      .replace(/,"sha256":"\w+"/, "")
      .replace("\\u2028", "\u2028");
    fs.writeFileSync(backupFile, gzipSync(formatOne));

    await restore(backupFile);
    expect(await query(target.connectionString, "select message from contact_messages")).toEqual([
      { message: "c\u2028d" },
    ]);
    expect(await shapeOf(target.connectionString)).toEqual(await shapeOf(fresh.connectionString));
    const counters = await query(target.connectionString, "select name, n::int from counters");
    expect(counters).toEqual([{ name: "contacts/unread", n: 1 }]);
    await migrateDatabase(target.connectionString);
  } finally {
    await old.drop();
    await fresh.drop();
  }
});

test("a backup into a stream is the same as into a file", async () => {
  const output = new PassThrough();
  const streamed = fs.createWriteStream(join(folder, "streamed.gz"));
  output.pipe(streamed);
  const written = finished(streamed);
  const counts = await streamBackup({
    connectionString: source.connectionString,
    uploads,
    now: new Date(),
    output,
  });
  await written;
  expect((await verifyBackup(readBackupFile(join(folder, "streamed.gz")))).counts.files).toBe(counts.files);
  expect(counts).toMatchObject({ files: 2, jobs: 1 });
});
