import type { Services } from "./services.server.ts";

/**
 * API-9: deletes the sandbox's data of people who have no account any more or left their business. If the sandbox is
 * away, this happens within the hour.
 */
export async function forgetInSandbox({ sandbox, log }: Services): Promise<void> {
  await sandbox
    ?.forget()
    .catch((error: unknown) => log.warn({ err: error }, "the sandbox forgets a person later"));
}
