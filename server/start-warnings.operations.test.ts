/** The messages of the start and of /readyz about problems of the machine. */
import { randomUUID } from "node:crypto";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "../app/platform/db/client.server.ts";
import { openTestDatabase } from "../test/fixtures/database.ts";
import { startTestS3 } from "../test/fixtures/s3.ts";
import { openMailSink } from "../test/fixtures/smtp.ts";
import { readConfig } from "./config.ts";
import { requireSpace } from "./postgres/data-folder.ts";
import type { Log } from "./observe/log.ts";
import { warnOfSurroundings } from "./start-warnings.ts";
import { withClient } from "./postgres/with-client.ts";

const folder = fs.mkdtempSync(join(tmpdir(), "ona-warnings-"));
const database = await openTestDatabase();
afterAll(async () => {
  await database.drop();
  fs.rmSync(folder, { recursive: true, force: true });
});

async function warnings(env: Record<string, string>, connectionString = database.connectionString) {
  const lines: string[] = [];
  const log = { warn: ({ reason }: { reason: string }, text: string) => lines.push(`${text}: ${reason}`) };
  const config = readConfig({
    DATABASE_URL: database.connectionString,
    APP_SECRET: "a-secret-for-tests-of-enough-length",
    DATA_DIR: folder,
    ...env,
  });
  await warnOfSurroundings(config, connectionString, log as unknown as Log);
  return lines.sort();
}

test("[RUN-18] a mail server, bucket and backup place that do not answer are one warning each", async () => {
  const away = {
    SMTP_URL: "smtp://me:my-password@127.0.0.1:1",
    MAIL_FROM: "no-reply@ona.test",
    S3_URL: "http://KEY:my-password@127.0.0.1:1/pictures",
    BACKUP_TO: "/nowhere/at/all",
  };
  const lines = await warnings(away);
  expect(lines).toEqual([
    expect.stringMatching(
      /^the bucket of pictures cannot be used now.*: bucket pictures at 127\.0\.0\.1:1: /,
    ),
    expect.stringMatching(/^the mail server cannot be used now.*: 127\.0\.0\.1:1: nothing answers there/),
    expect.stringMatching(
      /^the place of the backups cannot be used now.*: \/nowhere\/at\/all: there is no such/,
    ),
  ]);
  expect(lines.join("\n")).not.toContain("my-password");
});

test("[RUN-18] nothing is said where all of it answers, or is not wanted", async () => {
  const [sink, s3] = [await openMailSink(), await startTestS3()];
  const there = { SMTP_URL: sink.url, MAIL_FROM: "no-reply@ona.test", S3_URL: s3.url, BACKUP_TO: folder };
  expect(await warnings(there)).toEqual([]);
  expect(await warnings({})).toEqual([]);
  expect(s3.objects.size).toBe(0);
  await s3.close();
  await sink.close();
});

test("[RUN-18] a clock that differs from the database's is a warning", async () => {
  await withClient(database.connectionString, async (client) => {
    // The search path of the connection begins with this schema, so PostgreSQL calls this function instead of its own.
    await client.query(`create schema wrong_clock`);
    await client.query(
      `create function wrong_clock.clock_timestamp() returns timestamptz language sql as $$ select now() - interval '1 hour' $$`,
    );
  });
  const url = new URL(database.connectionString);
  url.searchParams.set("options", "-c search_path=wrong_clock,pg_catalog,public");
  expect(await warnings({}, url.href)).toEqual([
    expect.stringMatching(/clock is wrong.*: it differs from the database's by 3600 s: run NTP on both$/),
  ]);
});

test("[RUN-18] a first start is refused in one line where the disk has less than 200 MB", () => {
  const nowhere = join(folder, randomUUID(), "data");
  expect(() => requireSpace(nowhere)).not.toThrow();
  // /proc is a file system of the kernel that has no space.
  expect(() => requireSpace("/proc/data")).toThrow(
    /^the disk of DATA_DIR \/proc\/data has 0 MB free, and a first start needs 200 MB: make room, or set DATA_DIR/,
  );
  expect(fs.existsSync(nowhere)).toBe(false);
});

test("[RUN-8] a write that finds the disk full counts until there is room again", async () => {
  const url = new URL(database.connectionString);
  url.searchParams.set("options", "-c search_path=full_disk,pg_catalog,public");
  const { pool, close } = openDatabase(url.href, () => {}, { max: 2 });
  try {
    expect(await pool.hasSpace()).toBe(true);
    // The write that tests for space calls md5. This md5 fails as on a full disk.
    await pool.query(`create schema full_disk; create function full_disk.md5(text) returns text language plpgsql
      as $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`);
    expect(await pool.hasSpace()).toBe(true);
    await expect(pool.query("select md5('a booking')")).rejects.toThrow("No space left");
    expect(await pool.hasSpace()).toBe(false);
    expect(await pool.hasSpace()).toBe(false);
    await pool.query("drop schema full_disk cascade");
    expect(await pool.hasSpace()).toBe(true);
    const { rows } = await pool.query("select to_regclass('ona_room') as left_behind");
    expect(rows).toEqual([{ left_behind: null }]);
  } finally {
    await close();
  }
});
