/** Reads the queues' content and the database's size, for the metrics, the operator's commands and the system page. */
import { sql } from "drizzle-orm";
import type { Db } from "../db/client.server.ts";

export type QueueState = {
  kind: string;
  /** The number of jobs that were not tried yet. Jobs that are not due yet count, too. */
  waiting: number;
  /** The number of jobs that failed at least once and will be tried again. */
  retrying: number;
  running: number;
  /** The number of jobs that were given up. */
  failed: number;
  /** The age of the oldest unfinished job, in seconds; 0 without such a job. */
  oldestSeconds: number;
};

export async function readQueues(db: Pick<Db, "execute">): Promise<QueueState[]> {
  const { rows } = await db.execute<QueueState>(sql`
    select queue.name as kind,
      count(*) filter (where state = 'created')::int as waiting,
      count(*) filter (where state = 'retry')::int as retrying,
      count(*) filter (where state = 'active')::int as running,
      count(*) filter (where state = 'failed')::int as failed,
      coalesce(extract(epoch from now() - min(job.created_on) filter (where state < 'completed')), 0)::float8
        as "oldestSeconds"
    from pgboss.queue left join pgboss.job on job.name = queue.name and state in ('created', 'retry', 'active', 'failed')
    where queue.name not like '\\_\\_pgboss%'
    group by queue.name order by queue.name`);
  return rows;
}

export const hasJobs = ({ waiting, retrying, running, failed }: QueueState): boolean =>
  waiting + retrying + running + failed > 0;

/** Returns the size of the database in bytes, including every table and index. */
export async function readDatabaseSize(db: Pick<Db, "execute">): Promise<number> {
  const { rows } = await db.execute<{ bytes: string }>(
    sql`select pg_database_size(current_database()) as bytes`,
  );
  return Number(rows[0]?.bytes ?? 0);
}

export type UnfinishedJob = {
  id: string;
  kind: string;
  state: "retry" | "failed";
  tries: number;
  createdAt: Date;
  /** The time of the next try; null if the job was given up. */
  nextAt: Date | null;
  /** The text of the last error, without email addresses. */
  error: string | null;
};

/** Lists jobs that failed at least once, the oldest first. */
export async function listFailedJobs(db: Pick<Db, "execute">, most: number): Promise<UnfinishedJob[]> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select id, name as kind, state::text as state, retry_count as tries, created_on as "createdAt",
      case when state = 'retry' then start_after end as "nextAt", output ->> 'message' as error
    from pgboss.job where state in ('retry', 'failed') and name not like '\\_\\_pgboss%'
    order by created_on, id limit ${most}`);
  return rows.map((row) => ({
    ...(row as UnfinishedJob),
    createdAt: new Date(row["createdAt"] as string),
    nextAt: row["nextAt"] ? new Date(row["nextAt"] as string) : null,
  }));
}

/**
 * Retries the failed job with this id at once, or all failed jobs if `id` is null. A given-up job gets all its tries
 * again. Returns the number of retried jobs.
 */
export async function retryJobs(db: Pick<Db, "execute">, id: string | null): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update pgboss.job set state = 'retry', start_after = now(), completed_on = null, retry_limit = queue.retry_limit,
      retry_count = case when state = 'failed' then 0 else retry_count end,
      keep_until = greatest(keep_until, now() + interval '21 days')
    from pgboss.queue where queue.name = job.name
      and state in ('retry', 'failed') and job.name not like '\\_\\_pgboss%'
      and (${id}::uuid is null or id = ${id}::uuid)`);
  return rowCount ?? 0;
}

/**
 * Lets a running job have no further try: if this try fails, the job is given up. Changes nothing for a job that was
 * added less than `seconds` ago.
 */
export async function giveUpJob(db: Pick<Db, "execute">, id: string, seconds: number): Promise<void> {
  await db.execute(sql`
    update pgboss.job set retry_limit = 0
    where id = ${id}::uuid and state = 'active' and created_on <= now() - ${seconds} * interval '1 s'`);
}

/** Deletes a failed job without doing it. Returns false if no failed job has this id. */
export async function dropJob(db: Pick<Db, "execute">, id: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    delete from pgboss.job where state in ('retry', 'failed') and name not like '\\_\\_pgboss%' and id = ${id}::uuid`);
  return rowCount === 1;
}
