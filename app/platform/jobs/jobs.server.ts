/**
 * Work that must not be lost and that no request waits for. The transaction of a change adds a job for this work. Any
 * process runs the job later, and repeats it with growing pauses until it succeeds or is given up (job-retries.ts).
 */
import { SQL, sql } from "drizzle-orm";
import { fromDrizzle, PgBoss, type JobResult } from "pg-boss";
import { openDatabase, type Database, type Db, type Tx } from "../db/client.server.ts";
import { namedStatement } from "../db/prepared.server.ts";
import type { JobKind } from "./job-kind.ts";
import { retriesOf } from "./job-retries.ts";

export type TakenJob<Data> = { id: string; data: Data; retryCount: number };

/**
 * Does one job. If this function throws, the job is retried. `db` has its own few connections, so that many jobs do not
 * use up the connections of pages.
 */
export type JobWork<Data> = (job: TakenJob<Data>, db: Db) => Promise<void>;

/**
 * The workers of a queue. Each worker takes up to `batch` jobs and does them side by side. When all of them have ended,
 * it may take more jobs:
 * - The first worker looks for jobs every `seconds`.
 * - The others look every REST_SECONDS. After a full batch, a worker wakes another and looks again at once.
 * - When this process adds a job, it soon wakes an idle worker (ADDED_MS), or else the next worker that becomes idle.
 * - The process also wakes a worker when a job with a short delay is due, and for the first retry of a job that failed
 *   here.
 */
export type Pace = { workers: number; batch: number; seconds: number };

export type JobOptions = { id?: string; afterSeconds?: number };

export type Jobs = {
  /**
   * Adds a job in the caller's transaction. A worker of this process looks for the job moments later (ADDED_MS), when
   * the transaction is probably committed. A delayed job is looked for after its delay. Only a job with an id from the
   * caller can be withdrawn.
   */
  add<Data extends object>(
    tx: Tx | Db,
    kind: JobKind<Data>,
    data: NoInfer<Data>,
    options?: JobOptions,
  ): Promise<void>;
  /** Wakes a worker. A caller whose own statement contains `insertJob` must call this after the statement. */
  added(kind: JobKind): void;
  /** Adds many jobs by few statements. */
  addAll<Data extends object>(tx: Tx | Db, kind: JobKind<Data>, all: readonly NoInfer<Data>[]): Promise<void>;
  /** Withdraws a job in the caller's transaction. Returns false if the job has begun or ended. */
  withdraw(tx: Tx, kind: JobKind, id: string): Promise<boolean>;
  work<Data extends object>(kind: JobKind<Data>, pace: Pace, work: JobWork<NoInfer<Data>>): Promise<void>;
  /** Must be called with true when the database stops responding, and with false when it responds again. */
  setSilent(silent: boolean): void;
  /** Stops after all running jobs have finished. The next process does the jobs that wait. */
  stop(): Promise<void>;
};

/** The number of database connections that each process opens for the queue. */
export const QUEUE_CONNECTIONS = 4;
const STOP_MS = 5000;
/** All workers except a queue's first look for jobs at this interval. A job with a longer delay has no timer. */
const REST_SECONDS = 60;
/**
 * The delays after which a worker looks for a job that this process added. Most transactions are committed after the
 * first delay, and slow ones after the last. If more jobs are added before a delay ends, no second timer is set for
 * that delay.
 */
const ADDED_MS = [50, 400, 2000];

/**
 * Returns SQL that adds a job for each row of `from`. The SQL can be a part of the caller's own statement, which saves
 * a round trip, and each connection plans it once. The SQL writes the columns that pg-boss documents for inserts in SQL
 * ("Job table"), with the times and retries of the queue. `data` is the payload as jsonb.
 */
export const insertJob = (
  kind: JobKind | SQL,
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
  from ${from} join pgboss.queue on queue.name = ${kind instanceof SQL ? kind : sql.raw(`'${kind.name}'`)}
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

/** Starts the queues of these kinds. `retrySeconds` is the first pause after a job fails; only tests set it. */
export async function startJobs(
  connectionString: string,
  kinds: readonly JobKind[],
  onProblem: (error: Error) => void,
  retrySeconds = 5,
): Promise<Jobs> {
  const database = openDatabase(connectionString, onProblem, { max: QUEUE_CONNECTIONS, name: "ona-jobs" });
  const boss = openBoss(database, onProblem);
  await boss.start();
  await createQueues(boss, kinds, retrySeconds);
  const { idleOf, missed, wake, wakeSoon, wakeAfter, stopWaking } = wakersOf(boss, kinds);
  return {
    async add(tx, kind, data, { id = null, afterSeconds: after = 0 } = {}) {
      idleOf(kind);
      await insertOne(tx, { kind: kind.name, data: JSON.stringify(data), id, after });
      if (after === 0) wakeSoon(kind);
      else wakeAfter(kind, after);
    },
    added: wakeSoon,
    async addAll(tx, kind, all) {
      if (all.length === 0) return;
      await boss.insert(
        kind.name,
        all.map((data) => ({ data })),
        { db: fromDrizzle(tx, sql) },
      );
      wakeSoon(kind);
    },
    async withdraw(tx, kind, id) {
      const { rowCount } = await tx.execute(
        sql`delete from pgboss.job where name = ${kind.name} and id = ${id} and state < 'active'`,
      );
      return rowCount === 1;
    },
    async work<Data extends object>(
      kind: JobKind<Data>,
      { workers, batch, seconds }: Pace,
      work: JobWork<Data>,
    ) {
      const free = idleOf(kind);
      for (let n = 0; n < workers; n++) {
        const options = {
          batchSize: batch,
          pollingIntervalSeconds: n === 0 ? seconds : REST_SECONDS,
          perJobResults: true,
        } as const;
        const worker = await boss.work<Data>(kind.name, options, async (taken) => {
          const full = taken.length === batch;
          free.delete(worker);
          if (full) wake(kind);
          const ended = await Promise.all(taken.map((job) => endOf(work(job, database.db), job.id)));
          free.add(worker);
          // pg-boss waits between `retrySeconds` and twice as long before the first retry.
          if (ended.some(({ status }) => status === "failed")) wakeAfter(kind, 2 * retrySeconds);
          if (missed.delete(kind.name) || full) boss.notifyWorker(worker);
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

function openBoss({ pool }: Database, onProblem: (error: Error) => void): PgBoss {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schedule: false,
    monitorVacuum: false,
    superviseIntervalSeconds: 60,
    // The interval at which pg-boss checks dependencies between jobs. Each check writes to the database. This product
    // has no such dependencies, so the interval is long.
    flowIntervalSeconds: 600,
  });
  boss.on("error", onProblem);
  return boss;
}

async function createQueues(boss: PgBoss, kinds: readonly JobKind[], retrySeconds: number): Promise<void> {
  for (const kind of kinds) {
    const options = retriesOf(kind, retrySeconds);
    if (await boss.getQueue(kind.name)) await boss.updateQueue(kind.name, options);
    else await boss.createQueue(kind.name, options);
  }
}

/** Returns functions that make a queue's idle workers look for jobs. `missed` has the queues without an idle worker. */
function wakersOf(boss: PgBoss, kinds: readonly JobKind[]) {
  const idle = new Map(kinds.map(({ name }) => [name, new Set<string>()]));
  /** Returns the idle workers of a kind. Throws if the kind has no queue, because its jobs would be lost. */
  const idleOf = ({ name }: JobKind): Set<string> => {
    const workers = idle.get(name);
    if (!workers) throw new Error(`jobs of the kind ${name} have no queue (server/job-kinds.ts)`);
    return workers;
  };
  const missed = new Set<string>();
  const waking = new Map<string, NodeJS.Timeout>();
  const later = new Set<NodeJS.Timeout>();
  const wake = (kind: JobKind) => {
    const [worker] = idleOf(kind);
    if (worker) boss.notifyWorker(worker);
    else missed.add(kind.name);
  };
  return {
    idleOf,
    missed,
    wake,
    wakeSoon(kind: JobKind): void {
      idleOf(kind);
      for (const ms of ADDED_MS) {
        const name = `${kind.name} ${ms}`;
        if (waking.has(name)) continue;
        const timer = setTimeout(() => {
          waking.delete(name);
          wake(kind);
        }, ms);
        waking.set(name, timer);
      }
    },
    wakeAfter(kind: JobKind, seconds: number): void {
      if (seconds > REST_SECONDS) return;
      const timer = setTimeout(
        () => {
          later.delete(timer);
          wake(kind);
        },
        seconds * 1000 + ADDED_MS[0]!,
      );
      later.add(timer);
    },
    stopWaking(): void {
      for (const timer of [...waking.values(), ...later]) clearTimeout(timer);
    },
  };
}

/**
 * Turns the end of a job into the result that pg-boss expects. A failed job gives a result, not an error, so that the
 * other jobs of the batch are not affected.
 */
const endOf = (work: Promise<void>, id: string): Promise<JobResult> =>
  work.then(
    () => ({ id, status: "completed" }),
    (error: unknown) => ({ id, status: "failed", output: error }),
  );
