/** The retries of a failed job, until it is given up. 'admin jobs' lists the given-up jobs and retries them. */
const DAY = 24 * 60 * 60;

/**
 * A queue's options in pg-boss's terms. A failed job is retried after `firstSeconds`, and then after growing pauses of
 * at most an hour. It is given up after about two weeks, because a mail server may be down for days.
 */
export const retriesOf = (kind: string, firstSeconds: number) => ({
  retryLimit: 350,
  retryDelay: firstSeconds,
  retryBackoff: true,
  retryDelayMax: 3600,
  // The jobs of a dead process are retried after this time. No job takes longer (platform/mail/mailer.server.ts). A
  // person waits for a `link` mail, so its time is shorter.
  expireInSeconds: kind === "link" ? 60 : 120,
  retentionSeconds: 21 * DAY,
  deleteAfterSeconds: 3 * DAY,
});
