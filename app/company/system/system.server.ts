/** SYS-1: queues, failed jobs, storage, versions and backups, for staff with `readSystem`. */
import { count, sql, sum } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import type { Admin } from "../../access/actor.ts";
import { pictures } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import {
  hasJobs,
  listFailedJobs,
  readDatabaseSize,
  readQueues,
  retryJobs,
} from "../../platform/jobs/queue-state.server.ts";
import { listRefused, mailDoubtedSince } from "../../notifications/refused-addresses.server.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { refuse } from "./messages.ts";

const MOST_JOBS = 50;
const MOST_REFUSED = 50;

/** Lists at most 50 failed jobs, oldest first, and 50 refused addresses, newest first. Sizes are in bytes. */
export async function readSystem(services: Services) {
  const { db, version, backups, mailbox, online, origin } = services;
  const [queues, failed, databaseBytes, [stored], database, refused, doubtedSince] = await Promise.all([
    readQueues(db),
    listFailedJobs(db, MOST_JOBS),
    readDatabaseSize(db),
    db.select({ count: count(), bytes: sum(pictures.bytes).mapWith(Number) }).from(pictures),
    db.execute<{ version: string }>(sql`select current_setting('server_version') as version`),
    listRefused(db, MOST_REFUSED + 1),
    mailDoubtedSince(db),
  ]);
  return {
    queues: queues.filter(hasJobs),
    failed,
    /** MAIL-5: the addresses that get no mail, newest first. */
    refused: refused.slice(0, MOST_REFUSED),
    moreRefused: refused.length > MOST_REFUSED,
    /** MAIL-6: the time since which the mail server has refused every address. */
    doubtedSince,
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

/** Retries a failed job at once. Refuses a job that has succeeded. */
export const retryFailedJob = operation({
  name: "system.retry_job",
  by: staff("retryJobs"),
  keyless: true,
  input: z.object({ id: z.string().default("") }),
  perform: ({ services, actor }, { id }) =>
    isUuid(id) ? retry(services, actor, id) : Promise.resolve(refuse("not_found", "job_done")),
});

export const retryFailedJobs = operation({
  name: "system.retry_jobs",
  by: staff("retryJobs"),
  keyless: true,
  input: z.object({}),
  perform: ({ services, actor }) => retry(services, actor, null),
});

async function retry({ db, log }: Services, admin: Admin, id: string | null) {
  const count = await retryJobs(db, id);
  if (count === 0) return refuse("not_found", "job_done");
  log.info({ count, by: admin.person.id }, "failed jobs tried again");
  return { ok: true as const, count };
}
