import type { Services } from "./services.server.ts";

/**
 * API-9: deletes what the sandbox has of people who have no account any more, or who left their business: now, or within
 * the hour if the sandbox is away.
 */
export async function forgetInSandbox({ sandbox, log }: Services): Promise<void> {
  await sandbox
    ?.forget()
    .catch((error: unknown) => log.warn({ err: error }, "the sandbox forgets a person later"));
}
