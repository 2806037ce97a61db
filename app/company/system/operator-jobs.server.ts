/** The operator's commands for failed jobs. */
import * as z from "zod";
import { operatorCommand } from "../../access/operator-command.server.ts";
import { dropJob, retryJobs } from "../../platform/jobs/queue-state.server.ts";
import { refuse } from "./messages.ts";

/** Retries a failed job at once. Null in place of an id means all failed jobs. Refuses an unknown id. */
export const retryJobsAsOperator = operatorCommand({
  name: "system.retry_jobs_as_operator",
  input: z.object({ id: z.guid().nullable() }),
  run: async ({ tx }, { id }) => {
    const count = await retryJobs(tx, id);
    return count === 0 && id !== null ? refuse("not_found", "no_failed_job", { id }) : { ok: true, count };
  },
});

/** Deletes a failed job, so that its work is never done. Refuses an id without a failed job. */
export const dropFailedJob = operatorCommand({
  name: "system.drop_job",
  input: z.object({ id: z.guid() }),
  run: async ({ tx }, { id }) =>
    (await dropJob(tx, id)) ? { ok: true } : refuse("not_found", "no_failed_job", { id }),
});
