/**
 * Backups of hostile data, and files that are cut, changed, older or newer: everything is restored, or nothing is
 * touched.
 * Longer than 250 lines because all drills share one backup.
 */
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { finished } from "node:stream/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrateDatabase } from "../../app/platform/db/migrate.server.ts";
import { restoreBackup } from "../../server/backup-restore.ts";
import { readBackupFile, verifyBackup } from "../../server/backup-format.ts";
import { streamBackup, writeBackup } from "../../server/backup.ts";
import { contentOf, query, shapeOf } from "../fixtures/database-state.ts";
import {
  firstReleaseTables,
  openEmptyDatabase,
  openTestDatabase,
  type TestDatabase,
} from "../fixtures/database.ts";
import { times } from "../fixtures/long.ts";

const HOSTILE = [
  "",
  " ",
  "null",
  "\\N",
  "\\",
  "\\\\u2028",
  "\\u0000",
  '"},{"',
  "tab\tand\vmore",
  "line\nline\r\nline\rline",
  "\u0001\u001f\u007f\u0085\u00a0",
  "\u2028",
  "a\u2028b\u2029c",
  "\ufeffbegins with a mark\u200b\u202e",
  "\ufffd\ufffe\uffff",
  "😀👩‍👩‍👧‍👦 \u{10ffff}",
  "ọ̀nà ƙasa",
  "row deliveries {}\nend {}",
  "$1 ${x} %s '; drop table deliveries; --",
  "x".repeat(100_000),
];
const PICTURES = { "0b7e-1.webp": Buffer.from([0, 10, 13, 255]), "0b7e-1-s.webp": Buffer.alloc(0) };

let folder: string;
let source: TestDatabase;
let target: TestDatabase;
let file: string;
const uploads = () => join(folder, "uploads");

async function fill(connectionString: string): Promise<void> {
  for (const [n, text] of HOSTILE.entries()) {
    await query(
      connectionString,
      `insert into contact_messages (form_key, name, email, phone, subject, message)
       values (gen_random_uuid(), $1, $2, $3, 'Complaint', $4)`,
      [text, `${n}@example.com`, n % 2 ? null : "", text],
    );
    await query(
      connectionString,
      "insert into idempotency_keys (key, answer) values (gen_random_uuid(), $1), (gen_random_uuid(), 'null')",
      [JSON.stringify({ [text]: [text, null, {}, 1e300, 12345678901234567890n.toString()] })],
    );
  }
  const steps = [
    `insert into profiles (id, email) values ('00000000-0000-4000-8000-000000000001', 'ada@example.com')`,
    `insert into sessions (token_hash, user_id, expires_at) values ('\\x00ff0a', '00000000-0000-4000-8000-000000000001', now() + interval '1 day')`,
    `insert into email_links (email, purpose, token_hash, expires_at) values ('ada@example.com', 'sign_in', '\\x01', now() + interval '1 day')`,
    `insert into rate_limits (key, points, expire) values ('passwordPerEmail:ada@example.com', 5, 9007199254740993)`,
    `insert into activity_logs (admin_name, admin_email, action, description) values ('a', 'b', 'login', 'c')`,
  ];
  for (const step of steps) await query(connectionString, step);
  await query(
    connectionString,
    `insert into pgboss.job (id, name, data) values (gen_random_uuid(), 'mail', $1)`,
    [JSON.stringify({ kind: "a\u2028b" })],
  );
}

/** The same rows, without sessions, links and limits. */
const KEPT = [
  "public.contact_messages",
  "public.idempotency_keys",
  "public.profiles",
  "public.activity_logs",
  "jobs",
];

beforeAll(async () => {
  folder = fs.mkdtempSync(join(tmpdir(), "ona-drills-"));
  fs.mkdirSync(uploads());
  for (const [name, bytes] of Object.entries(PICTURES)) fs.writeFileSync(join(uploads(), name), bytes);
  source = await openTestDatabase();
  target = await openTestDatabase();
  await fill(source.connectionString);
  await query(target.connectionString, "insert into profiles (email) values ('present@example.com')");
  file = join(folder, "whole.gz");
  await writeBackup({
    connectionString: source.connectionString,
    uploads: uploads(),
    file,
    now: new Date(),
  });
});
afterAll(async () => {
  await source.drop();
  await target.drop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const restore = (from: string, more: { migrations?: string } = {}) =>
  restoreBackup({
    connectionString: target.connectionString,
    uploads: join(folder, "present"),
    file: from,
    force: true,
    secret: "a-secret-for-tests-of-enough-length",
    ...more,
  });

/** A copy of the backup with other lines; its checksum is computed again where `honest`. */
function rewritten(name: string, change: (lines: string[]) => string[], honest = false): string {
  const path = join(folder, name);
  const lines = change(gunzipSync(fs.readFileSync(file)).toString().split("\n").slice(0, -1));
  if (honest) {
    const end = JSON.parse(lines.at(-1)!.slice(4)) as object;
    const sha256 = createHash("sha256")
      .update(
        lines
          .slice(0, -1)
          .map((line) => `${line}\n`)
          .join(""),
      )
      .digest("hex");
    lines[lines.length - 1] = `end ${JSON.stringify({ ...end, sha256 })}`;
  }
  fs.writeFileSync(path, gzipSync(lines.map((line) => `${line}\n`).join("")));
  return path;
}

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

test(
  "a cut or changed file is refused wherever it was hurt, and nothing is touched",
  { timeout: 60_000 },
  async () => {
    fs.mkdirSync(join(folder, "present"), { recursive: true });
    fs.writeFileSync(join(folder, "present", "present.webp"), "present");
    const before = await contentOf(target.connectionString);
    const shape = await shapeOf(target.connectionString);
    const bytes = fs.readFileSync(file);
    const hurt = join(folder, "hurt.gz");
    const places = times(60, 600);
    const refused: string[] = [];
    for (let n = 0; n < places; n++) {
      const cut = n < 20 ? bytes.length - 1 - n : Math.floor((bytes.length * n) / places);
      fs.writeFileSync(hurt, bytes.subarray(0, cut));
      await expect(verifyBackup(readBackupFile(hurt)), `cut at ${cut}`).rejects.toThrow(/cut|no backup/);

      const flipped = Buffer.from(bytes);
      // The first ten bytes are gzip's header, whose time and system say nothing about the content.
      const at = 10 + Math.floor(((bytes.length - 10) * n) / places);
      flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (n % 8)), at);
      fs.writeFileSync(hurt, flipped);
      await expect(verifyBackup(readBackupFile(hurt)), `flipped at ${at}`).rejects.toThrow();
      if (n % 20 === 0) await expect(restore(hurt)).rejects.toThrow();
    }
    // Valid gzip, but not what was written.
    const changes: [string, (lines: string[]) => string[]][] = [
      ["without its end", (lines) => lines.slice(0, -1)],
      ["without a row", (lines) => lines.filter((_, n) => n !== 3)],
      ["without its picture", (lines) => lines.filter((line) => !line.startsWith("file"))],
      ["without its job", (lines) => lines.filter((line) => !line.startsWith("job"))],
      ["a row twice", (lines) => [...lines.slice(0, 4), ...lines.slice(3)]],
      ["two rows changed places", ([a, b, c, d, ...rest]) => [a!, b!, d!, c!, ...rest]],
      ["a letter", (lines) => lines.map((line) => line.replace("0@example.com", "9@example.com"))],
      ["something behind its end", (lines) => [...lines, 'row profiles {"id":"x"}']],
      ["another beginning", (lines) => ["PK", ...lines]],
      ["nothing", () => []],
    ];
    for (const [what, change] of changes) {
      await expect(restore(rewritten("changed.gz", change)), what).rejects.toThrow();
      refused.push(what);
    }
    // A valid checksum, but rows that do not load.
    const wrong: [string, (lines: string[]) => string[]][] = [
      ["a column that is missing", (lines) => lines.map((l) => l.replace('"is_read":false,', ""))],
      [
        "a value that cannot be",
        (lines) => lines.map((l) => l.replace('"is_read":false', '"is_read":"perhaps"')),
      ],
      [
        "a rule that is broken",
        (lines) => lines.map((l) => l.replace('"subject":"Complaint"', '"subject":"Other"')),
      ],
      ["a job of no kind", (lines) => lines.map((l) => l.replace('"name" : "mail"', '"name" : "nothing"'))],
      [
        "a picture outside its folder",
        (lines) => lines.map((l) => l.replace(/^file 0b7e-1/, "file ../0b7e-1")),
      ],
    ];
    for (const [what, change] of wrong) {
      const path = rewritten("wrong.gz", change, true);
      await expect(restore(path), what).rejects.toThrow(/^(The backup|.*wrong\.gz, line)/);
      refused.push(what);
    }
    fs.writeFileSync(hurt, "not a backup at all");
    await expect(restore(hurt)).rejects.toThrow("is no backup");
    await expect(restore(join(folder, "nowhere.gz"))).rejects.toThrow("There is no file");

    expect(refused).toHaveLength(changes.length + wrong.length);
    expect(await contentOf(target.connectionString)).toEqual(before);
    expect(await shapeOf(target.connectionString)).toEqual(shape);
    expect(fs.readdirSync(join(folder, "present"))).toEqual(["present.webp"]);
  },
);

test("a backup of a version that is newer, or has other migrations, is refused and nothing is touched", async () => {
  const before = await contentOf(target.connectionString);
  const header = (change: (header: { migrations: { hash: string; when: number }[] }) => void) =>
    rewritten(
      "other.gz",
      ([first, ...rest]) => {
        const parsed = JSON.parse(first!.slice("ona-backup ".length)) as Parameters<typeof change>[0];
        change(parsed);
        return [`ona-backup ${JSON.stringify(parsed)}`, ...rest];
      },
      true,
    );
  const newer = header(({ migrations }) => migrations.push({ hash: "0", when: Date.UTC(2100, 0) }));
  await expect(restore(newer)).rejects.toThrow("the backup is newer than this version of the product");
  const other = header(({ migrations }) => (migrations[3]!.hash = "0"));
  await expect(restore(other)).rejects.toThrow("was changed after the backup had it");
  expect(await contentOf(target.connectionString)).toEqual(before);
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
    expect(fs.readFileSync(join(folder, "present", name))).toEqual(bytes);
  expect(fs.readdirSync(join(folder, "present"))).toHaveLength(2);
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
    uploads: uploads(),
    now: new Date(),
    output,
  });
  await written;
  expect((await verifyBackup(readBackupFile(join(folder, "streamed.gz")))).counts.files).toBe(counts.files);
  expect(counts).toMatchObject({ files: 2, jobs: 1 });
});
