/** The sentences of refusals on the system page, by reason. */
import { refusals } from "../../platform/operations/refusals.ts";

/** The message after an unexpected error in a retry. */
export const NOT_RETRIED = "No job was started again. Press the button once more.";

export const refuse = refusals({
  job_done: "This job is done already. Load the page again.",
  no_failed_job: ({ id }: { id: string }) => `There is no failed job ${id}.`,
});
