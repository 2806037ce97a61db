/** API-10: the jobs that add the next event of a sandbox parcel. */
import { jobKind } from "../../platform/jobs/job-kind.ts";

export const TEST_WALKS = jobKind<{ bookingId: string; step: number }>("testWalk");
