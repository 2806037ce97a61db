/**
 * Work that must not be lost and that no request waits for. The transaction of a change adds a job for this work. Any
 * process runs the job later, and repeats it with growing pauses until it succeeds or is given up (job-retries.ts).
 */
import { sql, type SQL } from "drizzle-orm";
import { fromDrizzle, PgBoss, type JobResult } from "pg-boss";
import { openDatabase, type Db, type Tx } from "../db/client.server.ts";
import { namedStatement } from "../db/prepared.server.ts";
import type { PicturesJob } from "../files/remove-pictures-job.ts";
import { retriesOf } from "./job-retries.ts";
import type { NotificationJob } from "./notification-job.ts";

/**
 * Every kind of job and its payload. A payload has ids and no contents, so that no personal data waits in the queue.
 * Each kind has its own queue and workers, so that no kind waits for another. `link` is a mail with a link; its
 * recipient waits for it at the screen.
 */
export type JobData = {
  mail: NotificationJob;
  link: NotificationJob;
  message: { messageId: string };
  pictures: PicturesJob;
  statusBatch: { batchId: string };
  bulkBooking: { batchId: string };
  /** PLACE-1: remembers the place of a delivery, if that is allowed. */
  place: { bookingId: string };
  matchStatement: { statementId: string; matching: number };
  statistics: object;
  /** API-10: the next step of a sandbox parcel. */
  testWalk: { bookingId: string; step: number };
};

export type TakenJob<Data> = { id: string; data: Data; retryCount: number };

/**
 * Does one job. If this function throws, the job is retried. `db` is a small pool of connections only for jobs, so that
 * many jobs take no connection from a page.
 */
export type JobWork<Data> = (job: TakenJob<Data>, db: Db) => Promise<void>;

/**
 * The workers of a queue. Each worker takes up to `batch` jobs, does them side by side, and looks for more jobs when
 * all of them have ended. The first worker looks every `seconds`. The other workers look again only after a full batch.
 * When this process adds a job, one idle worker looks at once, or the next worker that becomes idle.
 */
export type Pace = { workers: number; batch: number; seconds: number };

export type JobOptions = { id?: string; afterSeconds?: number };

export type Jobs = {
  /**
   * Adds a job in the caller's transaction. A worker of this process looks for the job once the transaction may be
   * committed, or, for a delayed job, after the delay. Only a job whose id came from the caller can be withdrawn.
   */
  add<K extends keyof JobData>(tx: Tx | Db, kind: K, data: JobData[K], options?: JobOptions): Promise<void>;
  /** Wakes a worker. A caller whose own statement contains `insertJob` must call this after the statement. */
  added(kind: keyof JobData): void;
  /** Adds many jobs by few statements. */
  addAll<K extends keyof JobData>(tx: Tx | Db, kind: K, all: readonly JobData[K][]): Promise<void>;
  /** Withdraws a job in the caller's transaction. Returns false if the job has begun or ended. */
  withdraw(tx: Tx, kind: keyof JobData, id: string): Promise<boolean>;
  work<K extends keyof JobData>(kind: K, pace: Pace, work: JobWork<JobData[K]>): Promise<void>;
  /**
   * Must be called with true when the database stops responding, and with false when it does again (client.server.ts).
   */
  setSilent(silent: boolean): void;
  /** Stops after all running jobs have finished. The next process does the jobs that wait. */
  stop(): Promise<void>;
};

const KINDS = [
  "mail",
  "link",
  "message",
  "pictures",
  "statusBatch",
  "bulkBooking",
  "place",
  "matchStatement",
  "statistics",
  "testWalk",
] as const satisfies (keyof JobData)[];
/** The number of database connections that each process opens for the queue. */
export const QUEUE_CONNECTIONS = 4;
const STOP_MS = 5000;
/** A worker looks for jobs at this interval if nothing wakes it. */
const REST_SECONDS = 60;
/**
 * The delays after which a worker looks for a job that this process added. Most transactions are committed after the
 * first delay, and slow transactions after the last. While further jobs are added, workers look at these intervals.
 */
const ADDED_MS = [50, 400, 2000];

/**
 * Returns SQL that adds a job for each row of `from`. It can be a part of the caller's own statement, which saves a
 * round trip, and each connection plans it once. It writes the columns that pg-boss documents for inserts in SQL ("Job
 * table"), with the times and retries of the queue. `data` is the payload as jsonb.
 */
export const insertJob = (
  kind: SQL,
  data: SQL,
  from: SQL,
  id = sql`gen_random_uuid()`,
  after = sql`0`,
) => sql`
  insert into pgboss.job (id, name, data, start_after, keep_until, policy, expire_seconds, deletion_seconds,
    retry_limit, retry_delay, retry_backoff, retry_delay_max)
  select ${id}, queue.name, ${data}, now() + ${after} * interval '1 s',
    now() + (${after} + queue.retention_seconds) * interval '1 s', queue.policy, queue.expire_seconds, queue.deletion_seconds,
    queue.retry_limit, queue.retry_delay, queue.retry_backoff, queue.retry_delay_max
  from ${from} join pgboss.queue on queue.name = ${kind}
  on conflict do nothing`;

const insertOne = namedStatement("new_job", () =>
  insertJob(
    sql`${sql.placeholder("kind")}`,
    sql`${sql.placeholder("data")}::jsonb`,
    sql`(values (1)) as one (row)`,
    sql`coalesce(${sql.placeholder("id")}::uuid, gen_random_uuid())`,
    sql`${sql.placeholder("after")}::float8`,
  ),
);

/** Starts the queues. `retrySeconds` is the first pause after a job fails; only tests set it. */
export async function startJobs(
  connectionString: string,
  onProblem: (error: Error) => void,
  retrySeconds = 5,
): Promise<Jobs> {
  const database = openDatabase(connectionString, onProblem, { max: QUEUE_CONNECTIONS, name: "ona-jobs" });
  const boss = new PgBoss({
    db: { executeSql: (text, values) => database.pool.query(text, values) },
    schedule: false,
    monitorVacuum: false,
    superviseIntervalSeconds: 60,
    // The interval at which pg-boss checks dependencies between jobs. Each check writes to the database. This product
    // has no such dependencies, so the interval is long.
    flowIntervalSeconds: 600,
  });
  boss.on("error", onProblem);
  await boss.start();
  await createQueues(boss, retrySeconds);
  const { idle, missed, wake, wakeSoon, stopWaking } = wakersOf(boss);
  return {
    async add(tx, kind, data, { id, afterSeconds = 0 } = {}) {
      await insertOne(tx, { kind, data: JSON.stringify(data), id: id ?? null, after: afterSeconds });
      if (afterSeconds === 0) wakeSoon(kind);
    },
    added: wakeSoon,
    async addAll(tx, kind, all) {
      if (all.length === 0) return;
      await boss.insert(
        kind,
        all.map((data) => ({ data })),
        { db: fromDrizzle(tx, sql) },
      );
      wakeSoon(kind);
    },
    async withdraw(tx, kind, id) {
      const { rowCount } = await tx.execute(
        sql`delete from pgboss.job where name = ${kind} and id = ${id} and state < 'active'`,
      );
      return rowCount === 1;
    },
    async work(kind, { workers, batch, seconds }, work) {
      const free = idle[kind];
      for (let n = 0; n < workers; n++) {
        const options = {
          batchSize: batch,
          pollingIntervalSeconds: n === 0 ? seconds : REST_SECONDS,
          perJobResults: true,
        } as const;
        const worker = await boss.work<JobData[typeof kind]>(kind, options, async (taken) => {
          const full = taken.length === batch;
          free.delete(worker);
          if (full) wake(kind);
          const ended = await Promise.all(taken.map((job) => endOf(work(job, database.db), job.id)));
          free.add(worker);
          if (missed.delete(kind) || full) boss.notifyWorker(worker);
          return ended;
        });
        free.add(worker);
      }
    },
    setSilent: (silent) => database.pool.setSilent(silent),
    async stop() {
      stopWaking();
      await boss.stop({ timeout: STOP_MS });
      await database.close();
    },
  };
}

async function createQueues(boss: PgBoss, retrySeconds: number): Promise<void> {
  for (const kind of KINDS) {
    const options = retriesOf(kind, retrySeconds);
    if (await boss.getQueue(kind)) await boss.updateQueue(kind, options);
    else await boss.createQueue(kind, options);
  }
}

/** Returns functions that make a queue's idle workers look for jobs. `missed` has the queues without an idle worker. */
function wakersOf(boss: PgBoss) {
  const idle = Object.fromEntries(KINDS.map((kind) => [kind, new Set<string>()])) as Record<
    keyof JobData,
    Set<string>
  >;
  const missed = new Set<keyof JobData>();
  const waking = new Map<string, NodeJS.Timeout>();
  const wake = (kind: keyof JobData) => {
    const [worker] = idle[kind];
    if (worker) boss.notifyWorker(worker);
    else missed.add(kind);
  };
  return {
    idle,
    missed,
    wake,
    wakeSoon(kind: keyof JobData): void {
      for (const ms of ADDED_MS) {
        const name = `${kind} ${ms}`;
        if (waking.has(name)) continue;
        const timer = setTimeout(() => {
          waking.delete(name);
          wake(kind);
        }, ms);
        waking.set(name, timer);
      }
    },
    stopWaking(): void {
      for (const timer of waking.values()) clearTimeout(timer);
    },
  };
}

/**
 * Turns a finished job into the result that pg-boss expects. A failure is returned in that result, not thrown, so that
 * it does not affect the other jobs of the batch.
 */
const endOf = (work: Promise<void>, id: string): Promise<JobResult> =>
  work.then(
    () => ({ id, status: "completed" }),
    (error: unknown) => ({ id, status: "failed", output: error }),
  );
