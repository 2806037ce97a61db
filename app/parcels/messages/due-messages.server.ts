/** TELL-5, TELL-7: sends due messages, and passes messages without a delivery report to the next channel. */
import { and, eq, inArray, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import { notify } from "../../notifications/notify.server.ts";
import { bookings, receiverMessages } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { startRounds } from "../../platform/jobs/rounds.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { failMessage, messageTopics, tryNextChannels } from "./pass-on.server.ts";
import { sendMessage } from "./send-message.server.ts";

const AT_ONCE = 16;
const FIRST_MS = 5_000;
const EVERY_MS = 20_000;

/** Runs one round: sends due messages, and passes unreported ones on. Several processes may do this at once. */
export async function lookAfterMessages(services: Services): Promise<void> {
  while ((await mailDue(services)) === AT_ONCE);
  while ((await sendDue(services)) === AT_ONCE);
  while ((await passOnUnreported(services)) === AT_ONCE);
}

const waiting = (at: Date) =>
  and(
    eq(receiverMessages.state, "queued"),
    isNull(receiverMessages.takenAt),
    lte(receiverMessages.dueAt, at),
  );

async function mailDue(services: Services): Promise<number> {
  const at = services.now();
  return transact(services.db, async (tx) => {
    const due = tx
      .select({ id: receiverMessages.id })
      .from(receiverMessages)
      .where(and(waiting(at), eq(receiverMessages.channel, "email")))
      .limit(AT_ONCE)
      .for("update", { skipLocked: true });
    const taken = await tx
      .update(receiverMessages)
      .set({ takenAt: at })
      .where(inArray(receiverMessages.id, due))
      .returning({ id: receiverMessages.id, bookingId: receiverMessages.bookingId });
    // The first job already has the message's id as its job id, so the new job gets a new id.
    for (const { id, bookingId } of taken)
      await notify(services, tx, {
        event: "receiver_message",
        about: { bookingId, receiverMessageId: id },
      });
    return taken.length;
  });
}

/**
 * Sends due messages that have no job, because they waited or their provider was unavailable. A message is sent either
 * by a job or by this function, never by both. Returns the number of messages.
 */
async function sendDue(services: Services): Promise<number> {
  const at = services.now();
  const due = await services.db
    .select({ id: receiverMessages.id })
    .from(receiverMessages)
    .where(
      and(
        waiting(at),
        ne(receiverMessages.channel, "email"),
        sql`${receiverMessages.dueAt} > ${receiverMessages.createdAt}`,
      ),
    )
    .orderBy(receiverMessages.dueAt)
    .limit(AT_ONCE);
  await Promise.all(due.map(({ id }) => sendMessage(services, id)));
  return due.length;
}

/**
 * Passes messages to the next channel if no report arrived within the company's waiting time. Also passes on a message
 * that was reserved but never marked as sent, because the process that reserved it has died.
 */
async function passOnUnreported(services: Services): Promise<number> {
  const { db, now, live } = services;
  const { messageWaitMinutes } = await services.company();
  const before = new Date(now().getTime() - messageWaitMinutes * 60_000);
  const passed = await transact(db, async (tx) => {
    const rows = await tx
      .select({ row: receiverMessages, code: bookings.trackingCode })
      .from(receiverMessages)
      .innerJoin(bookings, eq(bookings.id, receiverMessages.bookingId))
      .where(
        and(
          isNotNull(receiverMessages.takenAt),
          lte(receiverMessages.takenAt, before),
          isNull(receiverMessages.passedOnAt),
          ne(receiverMessages.channel, "email"),
          or(eq(receiverMessages.state, "queued"), eq(receiverMessages.state, "sent")),
        ),
      )
      .orderBy(receiverMessages.takenAt)
      .limit(AT_ONCE)
      .for("update", { of: receiverMessages, skipLocked: true });
    for (const { row } of rows)
      await (row.state === "queued"
        ? failMessage(services, tx, row, "no_answer")
        : tryNextChannels(services, tx, row, null));
    return rows;
  });
  const topics = new Set(passed.flatMap(({ code }) => messageTopics(code)));
  if (topics.size > 0) live.publish(...topics);
  return passed.length;
}

/** Runs `lookAfterMessages` at the start and then at intervals. Returns a function that stops this. */
export function startDueMessages(services: Services): () => void {
  const round = () =>
    void lookAfterMessages(services).catch((error: unknown) =>
      services.log.warn({ err: error }, "waiting messages were not looked after; it will be tried again"),
    );
  return startRounds(round, FIRST_MS, EVERY_MS);
}
