import type { Services } from "./services.server.ts";

/**
 * API-9: deletes the sandbox's data of people whose account was deleted or who left their business. If the sandbox is
 * unavailable, a periodic job deletes the data within the hour.
 */
export async function forgetInSandbox({ sandbox, log }: Services): Promise<void> {
  await sandbox
    ?.forget()
    .catch((error: unknown) => log.warn({ err: error }, "the sandbox forgets a person later"));
}
