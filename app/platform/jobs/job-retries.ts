/**
 * The number of retries of a failed job, and the time after which it is given up. The operator sees and retries those in
 * 'admin jobs'.
 */
const DAY = 24 * 60 * 60;

/**
 * The options of a queue, in pg-boss's terms. A job is retried after `firstSeconds`, then after growing pauses of at most an
 * hour: for about two weeks, since a mail server may be down for days. After that it is given up.
 */
export const retriesOf = (kind: string, firstSeconds: number) => ({
  retryLimit: 350,
  retryDelay: firstSeconds,
  retryBackoff: true,
  retryDelayMax: 3600,
  // Jobs of a dead process are retried after this time. No job takes longer (platform/mail/mailer.server.ts), and a person
  // waits for a link.
  expireInSeconds: kind === "link" ? 60 : 120,
  retentionSeconds: 21 * DAY,
  deleteAfterSeconds: 3 * DAY,
});
