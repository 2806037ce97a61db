/** Where scheduled backups go: a folder, or an S3 bucket. Each is one file, named by its Lagos day. */
import { createReadStream } from "node:fs";
import { copyFile, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { readS3Url, s3Client } from "../app/platform/files/s3.server.ts";

export type KeptBackup = { day: string; bytes: number; at: Date };

export type BackupTarget = {
  /** Whether a backup is written beside its place and then named. A bucket takes the finished file. */
  folder: string | null;
  /** Stores a finished file under its day, replacing one of that day. */
  put(file: string, day: string): Promise<void>;
  /** What is there, oldest first. Files with other names are not ours. */
  list(): Promise<KeptBackup[]>;
  remove(day: string): Promise<void>;
};

const NAME = /^ona-(\d{4}-\d\d-\d\d)\.backup$/;
const nameOf = (day: string) => `ona-${day}.backup`;
const byDay = (a: KeptBackup, b: KeptBackup) => a.day.localeCompare(b.day);

export function isS3Target(to: string): boolean {
  return /^https?:\/\//.test(to);
}

export function openBackupTarget(to: string): BackupTarget {
  return isS3Target(to) ? bucketTarget(to) : folderTarget(to);
}

function folderTarget(folder: string): BackupTarget {
  return {
    folder,
    async put(file, day) {
      const place = join(folder, nameOf(day));
      await rename(file, place).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== "EXDEV") throw error;
        await copyFile(file, `${place}.part`);
        await rename(`${place}.part`, place);
      });
    },
    async list() {
      // One level: where the folder above is missing, a disk may not be mounted.
      await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") throw error;
      });
      const kept: KeptBackup[] = [];
      for (const name of await readdir(folder)) {
        const day = NAME.exec(name)?.[1];
        if (!day) continue;
        const { size, mtime } = await stat(join(folder, name));
        kept.push({ day, bytes: size, at: mtime });
      }
      return kept.sort(byDay);
    },
    remove: (day) => rm(join(folder, nameOf(day)), { force: true }),
  };
}

/** A backup of many gigabytes may take its time; a list or a removal may not. */
const PUT_MS = 2 * 60 * 60 * 1000;
const CALL_MS = 20_000;

function bucketTarget(url: string): BackupTarget {
  const place = readS3Url(url);
  const open = async () => {
    const sdk = await import("@aws-sdk/client-s3");
    const client = s3Client(sdk, place, {
      // A stream cannot be sent twice: the schedule tries again.
      maxAttempts: 1,
      requestHandler: { connectionTimeout: 5000, socketTimeout: 60_000 },
    });
    return { sdk, client };
  };
  const keyOf = (day: string) => ({ Bucket: place.bucket, Key: place.prefix + nameOf(day) });
  return {
    folder: null,
    async put(file, day) {
      const { sdk, client } = await open();
      const { size } = await stat(file);
      const put = new sdk.PutObjectCommand({
        ...keyOf(day),
        Body: createReadStream(file),
        ContentLength: size,
      });
      await client.send(put, { abortSignal: AbortSignal.timeout(PUT_MS) });
    },
    async list() {
      const { sdk, client } = await open();
      const kept: KeptBackup[] = [];
      for (let token: string | undefined; ;) {
        const page = await client.send(
          new sdk.ListObjectsV2Command({
            Bucket: place.bucket,
            Prefix: `${place.prefix}ona-`,
            ContinuationToken: token,
          }),
          { abortSignal: AbortSignal.timeout(CALL_MS) },
        );
        for (const { Key = "", Size = 0, LastModified } of page.Contents ?? []) {
          const day = NAME.exec(Key.slice(place.prefix.length))?.[1];
          if (day && LastModified) kept.push({ day, bytes: Size, at: LastModified });
        }
        token = page.NextContinuationToken;
        if (!token) return kept.sort(byDay);
      }
    },
    async remove(day) {
      const { sdk, client } = await open();
      await client.send(new sdk.DeleteObjectCommand(keyOf(day)), {
        abortSignal: AbortSignal.timeout(CALL_MS),
      });
    },
  };
}
