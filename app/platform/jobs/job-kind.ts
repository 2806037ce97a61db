/** Declarations of kinds of jobs. Each feature declares its own kinds, and server/job-kinds.ts lists them all. */

/**
 * A kind of job with its payload. A payload has only ids, so that the queue stores no personal data. Each kind has its
 * own queue and workers, so that jobs of one kind do not wait for jobs of another kind.
 */
export type JobKind<Data extends object = object> = {
  /** The name of the queue in the database, so it must not change. */
  readonly name: string;
  /** The longest time that a job may take. If a process dies, its jobs are retried after this time. */
  readonly expireInSeconds: number;
  /** The payload's type, for the type checker. This property is never set. */
  readonly data?: Data;
};

export const jobKind = <Data extends object>(
  name: string,
  { expireInSeconds = 120 } = {},
): JobKind<Data> => ({
  name,
  expireInSeconds,
});
