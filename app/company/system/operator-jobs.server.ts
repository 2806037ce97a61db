/** What the operator does about failed jobs. */
import * as z from "zod";
import { operatorCommand } from "../../access/operator-command.server.ts";
import { dropJob, retryJobs } from "../../platform/jobs/queue-state.server.ts";
import { refuse } from "./messages.ts";

/** Has one failed job, or all with null, tried again at once. Refuses the id of no failed job. */
export const retryJobsAsOperator = operatorCommand({
  name: "system.retry_jobs_as_operator",
  input: z.object({ id: z.uuid().nullable() }),
  run: async ({ tx }, { id }) => {
    const count = await retryJobs(tx, id);
    return count === 0 && id !== null ? refuse("not_found", "no_failed_job", { id }) : { ok: true, count };
  },
});

/** Deletes a failed job: it is never done. Refuses the id of no failed job. */
export const dropFailedJob = operatorCommand({
  name: "system.drop_job",
  input: z.object({ id: z.uuid() }),
  run: async ({ tx }, { id }) =>
    (await dropJob(tx, id)) ? { ok: true } : refuse("not_found", "no_failed_job", { id }),
});
