/** RUN-18: warns after the start about missing things that the product needs. A warning never stops the start. */
import { compareClocks, tryBackupTarget, tryFiles, tryMail } from "./commands/check.ts";
import type { Config } from "./config.ts";
import type { Log } from "./observe/log.ts";
import { reasonOf } from "./reason.ts";

/**
 * Runs the checks. One of them compares the database's clock with this machine's, because rate limits and links depend
 * on the database's clock.
 */
export async function warnOfSurroundings(config: Config, connectionString: string, log: Log): Promise<void> {
  const tries: [wanted: unknown, look: () => Promise<string>, message: string][] = [
    [
      config.smtpUrl,
      () => tryMail(config),
      "the mail server cannot be used now: mails wait and are tried again",
    ],
    [
      config.s3Url,
      () => tryFiles(config),
      "the bucket of pictures cannot be used now: pictures cannot be uploaded",
    ],
    [
      config.backup,
      () => tryBackupTarget(config),
      "the place of the backups cannot be used now: none is made there",
    ],
    [
      config.databaseUrl,
      () => compareClocks(connectionString),
      "this machine's clock is wrong, or the database's: limits, links and dates will be wrong, too",
    ],
  ];
  await Promise.all(
    tries.map(async ([wanted, look, message]) => {
      if (!wanted) return;
      await look().catch((error: unknown) => log.warn({ reason: reasonOf(error) }, message));
    }),
  );
}
