/**
 * The file of a backup: gzip around lines of UTF-8, each `<kind> <JSON>` or `<kind> <name> <payload>`. A line ends with \n
 * and with nothing else. U+2028 and U+2029 are written as escapes, because many programs would also end a line there.
 *
 *     ona-backup {"format":2,"at":"2026-11-21T10:00:00Z","migrations":[{"hash":"…","when":1795237553423}],"pictures":"inside"}
 *     row profiles {"id":"…","email":"…"}         every row; each table follows the tables that it refers to
 *     job {"id":"…","name":"mail","data":{…}}     work that waited in the queue
 *     file 0b7e….webp <base64>                    an uploaded picture
 *     end {"rows":{"profiles":1},"jobs":1,"files":1,"sha256":"…","seal":"…"}     the sum is of all lines before this one
 *
 * JSON within a row is written as text, to tell JSON null from SQL null. `zcat` shows the file. A file without
 * its last line is no backup. A backup holds everything, password hashes too. The seal is the sum keyed with
 * APP_SECRET (backup-seal.ts). A person who changes a row can correct the sum, but cannot make a seal.
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { z } from "zod";
import { reasonOf } from "../reason.ts";

export class BackupError extends Error {}

const headerSchema = z.object({
  format: z.literal(2),
  at: z.string(),
  migrations: z.array(z.object({ hash: z.string(), when: z.number() })).min(1),
  /** The pictures are `inside` this file, or `elsewhere`: in a bucket and not in the backup. */
  pictures: z.enum(["inside", "elsewhere"]),
});
export type Header = z.infer<typeof headerSchema>;

const count = z.number().int().min(0);
const endSchema = z.object({
  rows: z.record(z.string(), count),
  jobs: count,
  files: count,
  sha256: z.string(),
  /** The seal. Backups of older versions have none. */
  seal: z.string().optional(),
});
export type BackupCounts = Pick<z.infer<typeof endSchema>, "rows" | "jobs" | "files">;

const jobSchema = z.object({
  // The id may be a hash in the form of a UUID. z.uuid would refuse such an id, because a hash has no version digit.
  id: z.guid(),
  name: z.string().min(1),
  data: z.record(z.string(), z.unknown()),
});
const rowSchema = z.record(z.string(), z.unknown());

export const PICTURE_NAME = /^[a-z0-9][a-z0-9.-]*$/;

export type BackupEntry =
  | { kind: "header"; header: Header }
  /** `text` is the JSON of the row from the file. It stays text, because JavaScript cannot represent every number. */
  | { kind: "row"; table: string; columns: string[]; text: string }
  | { kind: "job"; job: z.infer<typeof jobSchema> }
  | { kind: "file"; name: string; bytes: Buffer }
  /** The last line. It is returned only after it was compared with all other lines. */
  | { kind: "end"; end: z.infer<typeof endSchema> };

/** Removes raw line breaks. They are only whitespace, because the database escapes line breaks in values. */
export function oneLine(json: string): string {
  return json.replace(/[\n\r\u2028\u2029]/g, (found) =>
    found === "\u2028" ? "\\u2028" : found === "\u2029" ? "\\u2029" : " ",
  );
}

/**
 * Reads the entries of a backup. The caller must use no entry before the last one was read, because the checksum is
 * verified there. Throws a BackupError at the first mismatch: the file is no backup, or is truncated, changed or out of
 * order, or its counts differ from the entries.
 */
export async function* readBackup(source: Readable, what: string): AsyncGenerator<BackupEntry> {
  const counts: BackupCounts = { rows: {}, jobs: 0, files: 0 };
  const sum = createHash("sha256");
  let header: Header | null = null;
  let end: z.infer<typeof endSchema> | null = null;
  let number = 0;
  for await (const line of textLines(source, what)) {
    number++;
    const wrong = (why: string) => new BackupError(`${what}, line ${number}: ${why}`);
    if (end) throw wrong("there is something after the end");
    const { kind, name, payload } = splitLine(line);
    if (!header) {
      if (kind !== "ona-backup") throw new BackupError(`${what} is not a backup of this product`);
      const { format } = parse(z.object({ format: z.number() }), payload, wrong);
      if (format > 2) throw new BackupError(`${what} was made by a newer version of the product`);
      if (format < 2) throw new BackupError(`${what} was made before version 0.1.0, and cannot be read`);
      header = parse(headerSchema, payload, wrong);
      yield { kind: "header", header };
    } else if (kind === "row") {
      const columns = Object.keys(parse(rowSchema, payload, wrong));
      counts.rows[name] = (counts.rows[name] ?? 0) + 1;
      yield { kind, table: name, columns, text: payload };
    } else if (kind === "job") {
      counts.jobs++;
      yield { kind, job: parse(jobSchema, payload, wrong) };
    } else if (kind === "file") {
      if (!PICTURE_NAME.test(name)) throw wrong("it names a file outside the folder of pictures");
      const bytes = Buffer.from(payload, "base64");
      if (bytes.toString("base64") !== payload) throw wrong("the picture is damaged");
      counts.files++;
      yield { kind, name, bytes };
    } else if (kind === "end") {
      end = parse(endSchema, payload, wrong);
    } else {
      throw wrong("it is not a line of a backup");
    }
    if (!end) sum.update(line).update("\n");
  }
  if (!header) throw new BackupError(`${what} is not a backup of this product`);
  if (!end) throw new BackupError(`${what} ends too early: it is incomplete`);
  compareCounts(what, counts, end);
  if (sum.digest("hex") !== end.sha256)
    throw new BackupError(`${what} was changed after it was written: its checksum does not match`);
  yield { kind: "end", end };
}

export function readBackupFile(file: string): AsyncGenerator<BackupEntry> {
  return readBackup(createReadStream(file), file);
}

/** The result for a whole backup. `tables` lists empty tables, too. */
export type Verified = {
  header: Header;
  counts: BackupCounts;
  tables: string[];
  sha256: string;
  seal: string | null;
};

/** Verifies a whole backup without storing anything. Throws the same BackupErrors as `readBackup`. */
export async function verifyBackup(entries: AsyncGenerator<BackupEntry>): Promise<Verified> {
  let header: Header | null = null;
  let end: z.infer<typeof endSchema> | null = null;
  const counts: BackupCounts = { rows: {}, jobs: 0, files: 0 };
  for await (const entry of entries) {
    if (entry.kind === "header") header = entry.header;
    else if (entry.kind === "row") counts.rows[entry.table] = (counts.rows[entry.table] ?? 0) + 1;
    else if (entry.kind === "job") counts.jobs++;
    else if (entry.kind === "file") counts.files++;
    else end = entry.end;
  }
  if (!header || !end) throw new BackupError("The backup has no first or no last line");
  const { sha256, seal = null } = end;
  return { header, counts, tables: Object.keys(end.rows), sha256, seal };
}

/** Throws a BackupError if a count of `found` differs from `stated`. Both may lack empty tables. */
export function compareCounts(what: string, found: BackupCounts, stated: BackupCounts): void {
  const tables = new Set([...Object.keys(found.rows), ...Object.keys(stated.rows)]);
  for (const table of tables) {
    const [has, should] = [found.rows[table] ?? 0, stated.rows[table] ?? 0];
    if (has !== should) throw new BackupError(`${what} has ${has} of ${should} rows of ${table}`);
  }
  if (found.jobs !== stated.jobs) throw new BackupError(`${what} has ${found.jobs} of ${stated.jobs} jobs`);
  if (found.files !== stated.files)
    throw new BackupError(`${what} has ${found.files} of ${stated.files} pictures`);
}

function parse<Schema extends z.ZodType>(
  schema: Schema,
  json: string,
  wrong: (why: string) => BackupError,
): z.infer<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw wrong("it is damaged");
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw wrong("it is not as a backup has it");
  return parsed.data;
}

/** Splits `row profiles {…}` into kind, name and payload. The payload may contain spaces. */
export function splitLine(line: string): { kind: string; name: string; payload: string } {
  const first = line.indexOf(" ");
  const second = line.indexOf(" ", first + 1);
  const kind = line.slice(0, first);
  if (kind !== "row" && kind !== "file") return { kind, name: "", payload: line.slice(first + 1) };
  return { kind, name: line.slice(first + 1, second), payload: line.slice(second + 1) };
}

/** Yields the lines of a gzipped text. readline cannot be used, because it also splits at U+2028. */
async function* textLines(source: Readable, what: string): AsyncGenerator<string> {
  const text = source.pipe(createGunzip());
  source.on("error", (error) => text.destroy(error));
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let rest: Buffer[] = [];
  try {
    for await (const chunk of text as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        yield utf8.decode(Buffer.concat([...rest, chunk.subarray(from, at)]));
        rest = [];
        from = at + 1;
      }
      if (from < chunk.length) rest.push(chunk.subarray(from));
    }
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new BackupError(`There is no file ${what}`);
    if (syscall) throw new BackupError(`${what} cannot be read: ${reasonOf(error)}`);
    if (code?.startsWith("Z_") || code === "ERR_ENCODING_INVALID_ENCODED_DATA")
      throw new BackupError(`${what} is not a backup, or it was cut short or changed`);
    throw error;
  } finally {
    source.destroy();
    text.destroy();
  }
  if (rest.length > 0) throw new BackupError(`${what} ends too early: it is incomplete`);
}
