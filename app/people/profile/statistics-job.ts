/** PROFILE-6: the jobs that analyse the tables after an erasure. */
import { jobKind } from "../../platform/jobs/job-kind.ts";

export const STATISTICS = jobKind<object>("statistics");
