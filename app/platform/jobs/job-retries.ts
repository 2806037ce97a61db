/** How long a failed job is retried before it is given up. 'admin jobs' lists the given-up jobs and retries them. */
const DAY = 24 * 60 * 60;

/**
 * Returns a queue's options for pg-boss. A failed job is retried after `firstSeconds`, and then after growing pauses of
 * at most an hour. It is given up after about two weeks, because a mail server may be down for days.
 */
export const retriesOf = (kind: string, firstSeconds: number) => ({
  retryLimit: 350,
  retryDelay: firstSeconds,
  retryBackoff: true,
  retryDelayMax: 3600,
  // After this time the jobs of a process that died are retried. No job takes longer than this
  // (platform/mail/mailer.server.ts). The time is shorter for a `link` mail, because a person waits for it.
  expireInSeconds: kind === "link" ? 60 : 120,
  retentionSeconds: 21 * DAY,
  deleteAfterSeconds: 3 * DAY,
});
