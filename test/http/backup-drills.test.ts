/**
 * A backup that is cut off, changed, from a newer version or from another history is refused, and the target stays
 * unchanged.
 */
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readBackupFile, verifyBackup } from "../../server/backup/backup-format.ts";
import { openBackupDrill } from "../fixtures/backup-drill.ts";
import { closedAfterAll } from "../fixtures/closed-after-all.ts";
import { contentOf, shapeOf } from "../fixtures/database-state.ts";
import { note, times } from "../fixtures/long.ts";

const { folder, present, target, file, restore } = await closedAfterAll(openBackupDrill());

/** A copy of the backup with changed lines. With `honest`, the checksum is that of the changed lines. */
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

type Change = [what: string, change: (lines: string[]) => string[]];
/** Changes after which the file is still valid gzip, but the stated checksum does not match its lines. */
const WRONG_SUM: Change[] = [
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

/** Changes whose rows the database refuses, although the checksum of the changed backup is right. */
const WRONG_ROWS: Change[] = [
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
  ["a picture outside its folder", (lines) => lines.map((l) => l.replace(/^file 0b7e-1/, "file ../0b7e-1"))],
];

test(
  "a cut or changed file is refused wherever it was hurt, and nothing is touched",
  { timeout: times(60_000, 300_000) },
  async () => {
    const before = await contentOf(target.connectionString);
    const shape = await shapeOf(target.connectionString);
    const bytes = fs.readFileSync(file);
    const content = gunzipSync(bytes);
    const hurt = join(folder, "hurt.gz");
    const places = times(30, 600);
    const refused: string[] = [];
    for (let n = 0; n < places; n++) {
      const cut = n < 20 ? bytes.length - 1 - n : Math.floor((bytes.length * n) / places);
      fs.writeFileSync(hurt, bytes.subarray(0, cut));
      await expect(verifyBackup(readBackupFile(hurt)), `cut at ${cut}`).rejects.toThrow(
        /incomplete|cut short/,
      );

      const flipped = Buffer.from(bytes);
      // The first ten bytes are left out. They are gzip's header, and some of its fields do not affect the content.
      const at = 10 + Math.floor(((bytes.length - 10) * n) / places);
      flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << (n % 8)), at);
      fs.writeFileSync(hurt, flipped);
      const read = await verifyBackup(readBackupFile(hurt)).then(
        () => true,
        () => false,
      );
      // Some bits at the end of a compressed block carry no data. If such a bit is flipped, the file can still be read,
      // and its content must be the same.
      if (read) expect(gunzipSync(flipped).equals(content), `flipped at ${at}`).toBe(true);
      else if (n % 20 === 0) await expect(restore(hurt)).rejects.toThrow();
    }
    for (const [what, change] of WRONG_SUM) {
      await expect(restore(rewritten("changed.gz", change)), what).rejects.toThrow();
      refused.push(what);
    }
    for (const [what, change] of WRONG_ROWS) {
      const path = rewritten("wrong.gz", change, true);
      await expect(restore(path), what).rejects.toThrow(/^(The backup|.*wrong\.gz, line)/);
      refused.push(what);
    }
    fs.writeFileSync(hurt, "not a backup at all");
    await expect(restore(hurt)).rejects.toThrow("is not a backup");
    await expect(restore(join(folder, "nowhere.gz"))).rejects.toThrow("There is no file");

    note("Backups that were hurt", {
      "cut, at so many places": places,
      "one bit changed, at so many places": places,
      "changed in other ways": refused.length,
      accepted: 0,
      "rows touched": 0,
    });
    expect(refused).toHaveLength(WRONG_SUM.length + WRONG_ROWS.length);
    expect(await contentOf(target.connectionString)).toEqual(before);
    expect(await shapeOf(target.connectionString)).toEqual(shape);
    expect(fs.readdirSync(present)).toEqual(["present.webp"]);
  },
);

test("[RUN-7] a backup of a version that is newer, is older than the baseline, or has other migrations, is refused in one line and nothing is touched", async () => {
  const before = await contentOf(target.connectionString);
  const header = (
    change: (header: { format: number; migrations: { hash: string; when: number }[] }) => void,
  ) =>
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
  const other = header(({ migrations }) => (migrations[0]!.hash = "0"));
  await expect(restore(other)).rejects.toThrow("was changed after the backup had it");
  for (const older of [
    header(({ migrations }) => (migrations[0]!.when -= 1)),
    header((all) => (all.format = 1)),
  ])
    await expect(restore(older)).rejects.toThrow(/^[^\n]*made before version 0\.1\.0[^\n]*$/);
  expect(await contentOf(target.connectionString)).toEqual(before);
});
