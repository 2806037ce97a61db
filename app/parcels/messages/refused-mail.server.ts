/** MAIL-5, TELL-5: if the email address of a message was refused, passes the message to the next channel. */
import { and, eq } from "drizzle-orm";
import type { NotificationJob } from "../../notifications/notify.server.ts";
import { usableChannels } from "../../notifications/tell-receivers.server.ts";
import { receiverMessages } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { tryNextChannels } from "./pass-on.server.ts";

/**
 * Passes a message with a refused address to the next channel, once. If email is the only channel, the
 * message waits until the address is tried again.
 */
export async function passOnRefused(services: Services, job: NotificationJob): Promise<void> {
  const id = String(job["receiverMessageId"]);
  await transact(services.db, async (tx) => {
    const [row] = await tx
      .select()
      .from(receiverMessages)
      .where(and(eq(receiverMessages.id, id), eq(receiverMessages.state, "queued")))
      .for("update");
    if (!row) return;
    const channels = usableChannels(services, await services.company(tx), row.kind);
    if (channels.some((channel) => channel !== "email")) await tryNextChannels(services, tx, row, null);
  });
}
