/** How often a failed job is retried, and when it is given up. The operator sees and retries those in 'admin jobs'. */
const DAY = 24 * 60 * 60;

/**
 * The options of a queue, in pg-boss's words. A job is retried after `firstSeconds`, then after growing pauses of an hour at
 * most: about two weeks, since a mail server may be down for days. After that it is given up.
 */
export const retriesOf = (kind: string, firstSeconds: number) => ({
  retryLimit: 350,
  retryDelay: firstSeconds,
  retryBackoff: true,
  retryDelayMax: 3600,
  // Jobs of a process that died are retried after this time. No job takes longer (platform/mail/mailer.server.ts), and
  // somebody waits for a link.
  expireInSeconds: kind === "link" ? 60 : 120,
  retentionSeconds: 21 * DAY,
  deleteAfterSeconds: 3 * DAY,
});
