/**
 * Work that must not be lost and that no request waits for. A job is added to the queue in the transaction of the
 * change that causes it, and run later by any process, with growing pauses between attempts until it succeeds or is
 * given up (job-retries.ts).
 */
import { sql, type SQL } from "drizzle-orm";
import { fromDrizzle, PgBoss } from "pg-boss";
import { openDatabase, type Db, type Tx } from "../db/client.server.ts";
import { namedStatement } from "../db/prepared.server.ts";
import type { PicturesJob } from "../files/remove-pictures-job.ts";
import { retriesOf } from "./job-retries.ts";
import { startWorker, type TakenJob, type Worker } from "./worker.server.ts";

/**
 * Every kind of job and its payload: ids, not contents, so that nothing personal waits in the queue. Each kind has its
 * own queue and slots, so none waits behind another: `link` is the mail that somebody waits for at the screen.
 */
export type JobData = {
  mail: NotificationJob;
  link: NotificationJob;
  pictures: PicturesJob;
  statusBatch: { batchId: string };
  matchStatement: { statementId: string; matching: number };
  statistics: object;
};

/** An event and its ids: app/notifications/ has them all. */
export type NotificationJob = { kind: string; [id: string]: string | number };

/** How the jobs of a queue are done. `db` is a small pool of the jobs' own: a backlog takes no connection from a page. */
export type JobWork<Data, Result = never> = {
  /** Does one; throws to have it tried again. Null where nothing is to be kept of it. */
  one(job: TakenJob<Data>, db: Db): Promise<Result | null>;
  /** Keeps what came of those that ended together, before they count as done. */
  keep?(results: Result[], db: Db): Promise<void>;
};

export type JobOptions = { id?: string; afterSeconds?: number };

export type Jobs = {
  /**
   * Adds a job in the caller's transaction. This process looks for it as soon as the transaction may be committed; one
   * that waits is looked for when its time has come. Only a job with an id of its own can be withdrawn.
   */
  add<K extends keyof JobData>(tx: Tx | Db, kind: K, data: JobData[K], options?: JobOptions): Promise<void>;
  /** To be called after a statement of the caller's own that added one (`insertJob`). */
  added(kind: keyof JobData): void;
  /** The same for many, in few statements. */
  addAll<K extends keyof JobData>(tx: Tx | Db, kind: K, all: readonly JobData[K][]): Promise<void>;
  /** Withdraws a job in the caller's transaction; false where it was begun or done. */
  withdraw(tx: Tx, kind: keyof JobData, id: string): Promise<boolean>;
  /** Starts doing jobs in this process, up to `slots` side by side. */
  work<K extends keyof JobData, Result>(kind: K, slots: number, work: JobWork<JobData[K], Result>): void;
  /** Told that the database fell silent, as client.server.ts has it. */
  setSilent(silent: boolean): void;
  /** Stops cleanly: running jobs finish, the others wait for the next process. */
  stop(): Promise<void>;
};

const KINDS = [
  "mail",
  "link",
  "pictures",
  "statusBatch",
  "matchStatement",
  "statistics",
] as const satisfies (keyof JobData)[];
/** Connections of each process for the queue. */
export const QUEUE_CONNECTIONS = 4;
const STOP_MS = 5000;
/** How often to look for what other processes added and what is due again. */
const LOOK_MS = 2000;
/** Cheap, and one for all queues: it is most of what an idle product does. */
const DUE = {
  name: "due",
  text: `select name from unnest($1::text[]) name where exists (
    select from pgboss.job j where j.name = name.name and j.state < 'active' and j.start_after < now())`,
};

/**
 * The statement that adds a job as pg-boss does, for each row of `from`: as a part of the caller's own statement it costs no
 * round trip, and it is planned once by each connection. `data`: its payload as jsonb.
 */
export const insertJob = (
  kind: SQL,
  data: SQL,
  from: SQL,
  id = sql`gen_random_uuid()`,
  after = sql`0`,
) => sql`
  insert into pgboss.job (id, name, data, start_after, created_on, keep_until, expire_seconds, deletion_seconds, retry_limit,
    retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
  select ${id}, queue.name, ${data}, pgboss.job_now() + ${after} * interval '1 s', pgboss.job_now(),
    pgboss.job_now() + (${after} + queue.retention_seconds) * interval '1 s', queue.expire_seconds, queue.deletion_seconds,
    queue.retry_limit, queue.retry_delay, coalesce(queue.retry_backoff, false), queue.retry_delay_max, queue.policy, queue.dead_letter,
    queue.heartbeat_seconds
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

/** `retrySeconds`: the first pause before a failed job is retried, for tests. */
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
    // Jobs that wait for each other, of which there are none here: every look is a write.
    flowIntervalSeconds: 600,
  });
  boss.on("error", onProblem);
  await boss.start();
  for (const kind of KINDS) {
    const options = retriesOf(kind, retrySeconds);
    if (await boss.getQueue(kind)) await boss.updateQueue(kind, options);
    else await boss.createQueue(kind, options);
  }
  const workers = new Map<keyof JobData, Worker>();
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const lookLater = () => {
    timer = setTimeout(
      () =>
        void look()
          .catch(onProblem)
          .finally(() => stopped || lookLater()),
      LOOK_MS,
    );
  };
  const look = async () => {
    const { rows } = await database.pool.query<{ name: keyof JobData }>({
      ...DUE,
      values: [[...workers.keys()]],
    });
    for (const { name } of rows) workers.get(name)?.wake();
  };
  lookLater();
  return {
    async add(tx, kind, data, { id, afterSeconds = 0 } = {}) {
      await insertOne(tx, { kind, data: JSON.stringify(data), id: id ?? null, after: afterSeconds });
      if (afterSeconds === 0) workers.get(kind)?.expect();
    },
    added: (kind) => workers.get(kind)?.expect(),
    async addAll(tx, kind, all) {
      if (all.length === 0) return;
      await boss.insert(
        kind,
        all.map((data) => ({ data })),
        { db: fromDrizzle(tx, sql) },
      );
      workers.get(kind)?.expect();
    },
    async withdraw(tx, kind, id) {
      const { rowCount } = await tx.execute(
        sql`delete from pgboss.job where name = ${kind} and id = ${id} and state < 'active'`,
      );
      return rowCount === 1;
    },
    work<K extends keyof JobData, Result>(kind: K, slots: number, work: JobWork<JobData[K], Result>) {
      const worker = startWorker<JobData[K], Result | null>({
        slots,
        take: (batchSize) => boss.fetch<JobData[K]>(kind, { batchSize }),
        async done(ended) {
          const results = ended.map(({ result }) => result).filter((result) => result !== null);
          if (results.length > 0) await work.keep?.(results, database.db);
          await boss.complete(
            kind,
            ended.map(({ job }) => job),
          );
        },
        failed: (job, error) => boss.fail(kind, job, error),
        work: (job) => work.one(job, database.db),
        onProblem,
      });
      workers.set(kind, worker);
    },
    setSilent: (silent) => database.setSilent(silent),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await Promise.all([...workers.values()].map((worker) => worker.stop(STOP_MS)));
      await boss.stop({ graceful: false });
      await database.close();
    },
  };
}
