/** The jobs that book the rows of a batch. */
import { jobKind } from "../../platform/jobs/job-kind.ts";

export const BULK_BOOKINGS = jobKind<{ batchId: string }>("bulkBooking");
