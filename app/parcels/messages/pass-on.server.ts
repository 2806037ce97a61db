/** TELL-5: a message that did not arrive goes to the next channel. After the last channel, dispatch is asked. */
import { and, eq, isNull, sql } from "drizzle-orm";
import type { MessageFailure } from "../../domain/receiver-messages.ts";
import { openExceptions } from "../../notifications/open-exception.server.ts";
import { queueMessages, usableChannels } from "../../notifications/tell-receivers.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { receiverMessages } from "../../platform/db/schema.ts";
import type { Topic } from "../../platform/live/live.server.ts";
import { beginAct } from "../../platform/operations/act.server.ts";
import type { Services } from "../../platform/services.server.ts";

const MESSAGES = { byUserId: null, byName: "Messages" };

export type MessageRow = typeof receiverMessages.$inferSelect;

/** After these failures no other channel is tried, because the message is no longer wanted or is out of date. */
const ENDS_IT: readonly (MessageFailure | null)[] = ["outdated", "switched_off"];

/** Marks a try as failed. If the message is still wanted and correct, queues it for the next channels. */
export async function failMessage(
  services: Services,
  tx: Tx,
  row: MessageRow,
  failure: MessageFailure,
): Promise<void> {
  await tx
    .update(receiverMessages)
    .set({ state: "failed", failure, failedAt: services.now() })
    .where(eq(receiverMessages.id, row.id));
  if (!ENDS_IT.includes(failure)) await tryNextChannels(services, tx, row, failure);
}

/**
 * Queues a message for the channels that have not tried it yet. A second call for the same try does nothing. If no
 * channel remains, an exception asks dispatch to call the receiver.
 */
export async function tryNextChannels(
  services: Services,
  tx: Tx,
  { id, message, kind, bookingId }: MessageRow,
  failure: MessageFailure | null,
): Promise<void> {
  const at = services.now();
  const { rowCount } = await tx
    .update(receiverMessages)
    .set({ passedOnAt: at })
    .where(and(eq(receiverMessages.id, id), isNull(receiverMessages.passedOnAt)));
  if (rowCount === 0) return;
  const tried = await tx
    .select({ channel: receiverMessages.channel })
    .from(receiverMessages)
    .where(eq(receiverMessages.message, message));
  const company = await services.company(tx);
  const channels = usableChannels(services, company, kind).filter(
    (channel) => !tried.some((one) => one.channel === channel),
  );
  const queued = await queueMessages({ services, tx, at }, company, {
    kind,
    bookingIds: [bookingId],
    channels,
    message,
    where: sql`true`,
    earliest: sql`null::timestamptz`,
  });
  if (queued > 0 || kind === "code") return;
  // If the cost ceiling is reached, one exception is opened for all parcels together.
  const about = failure === "ceiling" ? { about: "ceiling" } : {};
  await openExceptions(
    tx,
    [{ kind: "receiver_not_told", ...(failure === "ceiling" ? about : { bookingId }) }],
    beginAct(tx, { source: "program", authorId: null, by: MESSAGES, kind: "message_failed", at }),
  );
}

export const messageTopics = (code: string): Topic[] => ["messages", `booking:${code}`];
