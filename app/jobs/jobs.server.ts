/**
 * Work that must not be lost and must not be waited for: a job is put into the queue in the transaction of the change
 * that causes it, and done later by whatever process is free, again and again with growing pauses until it succeeds.
 */
import { sql } from "drizzle-orm";
import { fromDrizzle, PgBoss } from "pg-boss";
import type { Tx } from "../db/client.server.ts";
import type { PicturesJob } from "../files/remove-pictures.server.ts";
import type { MailJob } from "../mail/mail-job.ts";

/** Every kind of job and what it carries: ids, not contents, so that nothing personal waits in the queue. */
export type JobData = { mail: MailJob; pictures: PicturesJob };

export type Jobs = {
  /** Puts a job into the queue, in the caller's transaction. */
  add<K extends keyof JobData>(tx: Tx, kind: K, data: JobData[K]): Promise<void>;
  /** Starts doing jobs in this process; `work` throws to have the job tried again. */
  work<K extends keyof JobData>(
    kind: K,
    work: (id: string, data: JobData[K]) => Promise<void>,
  ): Promise<void>;
  /** Ends cleanly: jobs under way finish, the rest waits for the next process. */
  stop(): Promise<void>;
};

const KINDS = ["mail", "pictures"] as const satisfies (keyof JobData)[];
const DAY = 24 * 60 * 60;
/** Somebody waits for a mail; nobody waits for a file to be gone. */
const PACE = {
  mail: { pollingIntervalSeconds: 0.5, localConcurrency: 4 },
  pictures: { pollingIntervalSeconds: 2, localConcurrency: 1 },
} as const satisfies Record<keyof JobData, object>;

/** `retrySeconds`: the first pause before a failed job is tried again, for tests; it applies where the queue is made. */
export async function startJobs(
  connectionString: string,
  onProblem: (error: Error) => void,
  retrySeconds = 5,
): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString,
    max: 3,
    application_name: "ona-jobs",
    schedule: false,
    monitorVacuum: false,
    superviseIntervalSeconds: 60,
  });
  boss.on("error", onProblem);
  await boss.start();
  for (const kind of KINDS) {
    // First again after about 5 s, at last every hour, for about two weeks: a mail server may be away for days.
    const options = {
      retryLimit: 350,
      retryDelay: retrySeconds,
      retryBackoff: true,
      retryDelayMax: 3600,
      expireInSeconds: 120,
      retentionSeconds: 21 * DAY,
      deleteAfterSeconds: 3 * DAY,
    };
    if (!(await boss.getQueue(kind))) await boss.createQueue(kind, options);
  }
  return {
    async add(tx, kind, data) {
      await boss.send(kind, data, { db: fromDrizzle(tx, sql) });
    },
    async work(kind, work) {
      await boss.work<JobData[typeof kind]>(kind, { batchSize: 1, ...PACE[kind] }, async ([job]) => {
        if (job) await work(job.id, job.data);
      });
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000, close: true }),
  };
}
