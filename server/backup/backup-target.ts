/** The place where scheduled backups are stored: a folder or an S3 bucket. Files are named by their Lagos day. */
import { copyFile, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { openBucket } from "../../app/platform/files/s3-bucket.server.ts";
import { readS3Url } from "../../app/platform/files/s3-url.ts";

type StoredBackup = { day: string; bytes: number; at: Date };

export type BackupTarget = {
  /** The folder for drafts and backups. Null if the place is a bucket, which takes only finished files. */
  folder: string | null;
  /** Stores a finished file as the backup of a day. It replaces an earlier backup of the same day. */
  put(file: string, day: string): Promise<void>;
  /** Lists the stored backups, oldest first. Files with other names are ignored. */
  list(): Promise<StoredBackup[]>;
  remove(day: string): Promise<void>;
};

const NAME = /^ona-(\d{4}-\d\d-\d\d)\.backup$/;
const nameOf = (day: string) => `ona-${day}.backup`;
const byDay = (a: StoredBackup, b: StoredBackup) => a.day.localeCompare(b.day);

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
      // Only the last folder of the path is created. If its parent is missing, a disk may not be mounted.
      await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") throw error;
      });
      const kept: StoredBackup[] = [];
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

/** The time limit for storing a backup, which may have many gigabytes. CALL_MS is the limit of all other calls. */
const PUT_MS = 2 * 60 * 60 * 1000;
const CALL_MS = 20_000;

function bucketTarget(url: string): BackupTarget {
  const bucket = openBucket(readS3Url(url));
  const inTime = (ms = CALL_MS) => ({ signal: AbortSignal.timeout(ms) });
  return {
    folder: null,
    async put(file, day) {
      const { size } = await stat(file);
      // There is no second try here, because the schedule tries again later.
      await bucket.put(nameOf(day), { file, size }, inTime(PUT_MS));
    },
    async list() {
      const kept: StoredBackup[] = [];
      for await (const { name, bytes, at } of bucket.list("ona-", inTime)) {
        const day = NAME.exec(name)?.[1];
        if (day) kept.push({ day, bytes, at });
      }
      return kept.sort(byDay);
    },
    remove: (day) => bucket.remove(nameOf(day), inTime()),
  };
}
