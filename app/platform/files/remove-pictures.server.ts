/**
 * Removes pictures. The transaction that ends the use of pictures deletes their rows and adds a job, and the job
 * deletes their files.
 */
import type { Db, Tx } from "../db/client.server.ts";
import type { JobWork } from "../jobs/jobs.server.ts";
import type { Services } from "../services.server.ts";
import { PICTURE_REMOVALS, type PicturesJob } from "./remove-pictures-job.ts";
import { filesOfPicture } from "./picture-url.ts";

/**
 * The most pictures that one job removes. The number is enough for the pictures of nearly every store, and small enough
 * for a job's time limit.
 */
const KEYS_PER_JOB = 100;

/** Queues, in the caller's transaction, a job that removes the files of the pictures. */
export async function queueFileRemoval(
  tx: Tx | Db,
  { jobs }: { jobs: Pick<Services["jobs"], "add"> },
  keys: readonly string[],
): Promise<void> {
  for (let at = 0; at < keys.length; at += KEYS_PER_JOB)
    await jobs.add(tx, PICTURE_REMOVALS, { keys: keys.slice(at, at + KEYS_PER_JOB) });
}

/**
 * Makes the work of a job that removes every size and preview of pictures. A file that is already gone is no failure.
 */
export function pictureWorker({ files, log }: Pick<Services, "files" | "log">): JobWork<PicturesJob> {
  return async ({ id, data: { keys } }) => {
    try {
      for (const key of keys) for (const name of filesOfPicture(key)) await files.remove(name);
    } catch (error) {
      log.warn({ err: error, job: id }, "pictures not removed; it will be tried again");
      throw error;
    }
  };
}
