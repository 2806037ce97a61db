/** The jobs that change the statuses of a batch. */
import { jobKind } from "../../platform/jobs/job-kind.ts";

export const STATUS_BATCHES = jobKind<{ batchId: string }>("statusBatch");
