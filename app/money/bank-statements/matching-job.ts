/** The jobs that match the rows of a bank statement. */
import { jobKind } from "../../platform/jobs/job-kind.ts";

export const MATCHINGS = jobKind<{ statementId: string; matching: number }>("matchStatement");
