import type { Services } from "./services.server.ts";

/**
 * API-9: deletes the sandbox's data of people whose account was deleted or who left their business. If the sandbox is
 * unavailable, the data is deleted within the hour.
 */
export async function forgetInSandbox({ sandbox, log }: Services): Promise<void> {
  await sandbox
    ?.forget()
    .catch((error: unknown) => log.warn({ err: error }, "the sandbox forgets a person later"));
}
