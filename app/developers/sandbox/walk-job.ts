/** API-10: the jobs that take the next step of a sandbox parcel. */
import { jobKind } from "../../platform/jobs/job-kind.ts";

export const TEST_WALKS = jobKind<{ bookingId: string; step: number }>("testWalk");
