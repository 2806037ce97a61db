/** Backups of hostile data and of an older version: everything comes back. */
import * as fs from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { finished } from "node:stream/promises";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { listBookings } from "../../app/parcels/dispatch/list-bookings.server.ts";
import { openDatabase } from "../../app/platform/db/client.server.ts";
import { migrateDatabase } from "../../app/platform/db/migrate.server.ts";
import { readBackupFile, verifyBackup } from "../../server/backup/backup-format.ts";
import { streamBackup } from "../../server/backup/backup.ts";
import { openBackupDrill, PICTURES } from "../fixtures/backup-drill.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { openTestDatabase } from "../fixtures/database.ts";
import { contentOf, query, shapeOf } from "../fixtures/database-state.ts";

const { folder, uploads, present, source, target, file, restore } = await closedAfterAll(openBackupDrill());

/**
 * A backup with the people and data of test/fixtures/populated.ts. It was written by the last commit before the
 * baseline, and is never written again.
 */
const BEFORE_BASELINE = "test/fixtures/before-baseline.gz";

/** Tables that a restore brings back with all their rows. Sessions, links and limits are not among them. */
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
  // The backup is restored a second time, over the restored database.
  await restore(file);
  expect((await contentOf(target.connectionString))["public.contact_messages"]).toBe(
    was["public.contact_messages"],
  );
});

test("[RUN-7] the data of the last commit before the baseline is brought to today's shape, with every booking", async () => {
  await restore(BEFORE_BASELINE);
  const today = await openTestDatabase();
  try {
    expect(await shapeOf(target.connectionString)).toEqual(await shapeOf(today.connectionString));
  } finally {
    await today.drop();
  }
  await migrateDatabase(target.connectionString);
  const database = openDatabase(target.connectionString, () => {}, { max: 2 });
  try {
    const { rows } = await listBookings(database.db, {
      search: "",
      status: null,
      cursor: null,
      direction: "next",
    });
    const codes = rows.map(({ trackingCode }) => trackingCode);
    expect(codes.toSorted()).toEqual([1, 2, 3, 4].map((n) => `OD1000000${n}NG`));
  } finally {
    await database.close();
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
    secret: null,
    now: new Date(),
    output,
  });
  await written;
  expect((await verifyBackup(readBackupFile(join(folder, "streamed.gz")))).counts.files).toBe(counts.files);
  expect(counts).toMatchObject({ files: 2, jobs: 1 });
});
