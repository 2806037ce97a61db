/** How long a failed job is retried before it is given up. 'admin jobs' lists the given-up jobs and retries them. */
import type { JobKind } from "./job-kind.ts";

const DAY = 24 * 60 * 60;

/**
 * Returns a queue's options for pg-boss. A failed job is retried after `firstSeconds`, and then after growing pauses of
 * at most an hour. It is given up after about two weeks, because a mail server may be down for days.
 */
export const retriesOf = ({ expireInSeconds }: Pick<JobKind, "expireInSeconds">, firstSeconds: number) => ({
  retryLimit: 350,
  retryDelay: firstSeconds,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds,
  retentionSeconds: 21 * DAY,
  deleteAfterSeconds: 3 * DAY,
});
