/** SYS-1: what a super admin sees of the machinery: queues, failed jobs, storage, versions and backups. */
import { count, sql, sum } from "drizzle-orm";
import type { SuperAdmin } from "../access/actor.ts";
import { pictures } from "../platform/db/schema.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import {
  hasJobs,
  listFailedJobs,
  readDatabaseSize,
  readQueues,
  retryJobs,
} from "../platform/jobs/queue-state.server.ts";
import type { Services } from "../platform/services.server.ts";

const MOST_JOBS = 50;

/** Sizes in bytes. At most 50 failed jobs, the oldest first. */
export async function readSystem(services: Services, _admin: SuperAdmin) {
  const { db, version, backups, mailbox, online, origin } = services;
  const [queues, failed, databaseBytes, [stored], database] = await Promise.all([
    readQueues(db),
    listFailedJobs(db, MOST_JOBS),
    readDatabaseSize(db),
    db.select({ count: count(), bytes: sum(pictures.bytes).mapWith(Number) }).from(pictures),
    db.execute<{ version: string }>(sql`select current_setting('server_version') as version`),
  ]);
  return {
    queues: queues.filter(hasJobs),
    failed,
    databaseBytes,
    pictures: { count: stored?.count ?? 0, bytes: stored?.bytes ?? 0 },
    mailServer: !mailbox,
    online: online && { name: online.name, test: online.test, messagesTo: `${origin}${online.messagePath}` },
    backups,
    versions: {
      product: version,
      node: process.versions.node,
      postgresql: database.rows[0]?.version ?? "",
    },
  };
}

/** Has one failed job, or all with null, tried again at once. Refuses where there is none. */
export async function retryFailedJobs(
  { db, log }: Pick<Services, "db" | "log">,
  admin: SuperAdmin,
  id: string | null,
): Promise<Result<{ count: number }, "not_found">> {
  const count = await retryJobs(db, id);
  if (count === 0) return refuse("not_found", "This job is already done.");
  log.info({ count, by: admin.person.id }, "failed jobs tried again");
  return { ok: true, count };
}
