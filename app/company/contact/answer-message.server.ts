/** STAFF-10: marks a message read, and replies. */
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { notify } from "../../notifications/notify.server.ts";
import { contactMessages, contactReplies } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { replyForm } from "./contact-form.ts";
import { refuse, REPLY_SENT_BEFORE } from "./messages.ts";

const message = z.object({ id: z.string().max(40) });

async function lockMessage({ tx }: Work<unknown>, { id }: z.infer<typeof message>) {
  const { subject, isRead } = contactMessages;
  const [row] = isUuid(id)
    ? await tx
        .select({ subject, isRead })
        .from(contactMessages)
        .where(eq(contactMessages.id, id))
        .for("update")
    : [];
  return row ?? refuse("not_found", "message_gone");
}

/** Marks a message read. Logs only the first time. A message never becomes unread again. */
export const markRead = operation({
  name: "contact.mark_read",
  by: staff("markContactRead"),
  keyless: true,
  input: message,
  on: lockMessage,
  run: async ({ tx, actor, at }, { id }, { subject, isRead }) => {
    if (isRead) return { ok: true, changed: false };
    await tx.update(contactMessages).set({ isRead: true, readAt: at }).where(eq(contactMessages.id, id));
    await recordActivity(tx, actor, at, {
      action: "mark_contact_read",
      description: `Read: ${subject}`,
      entityType: "contact_message",
      entityId: id,
    });
    return { ok: true, changed: true };
  },
  publish: ({ changed }) => (changed ? ["contacts"] : []),
});

/** Stores a reply, queues its mail and logs the reply. The message becomes read and replied. */
export const replyToMessage = operation({
  name: "contact.reply",
  by: staff("replyToContact"),
  input: replyForm.extend(message.shape),
  on: lockMessage,
  run: async ({ services, tx, actor, at, reserved }, { id, body }, { subject }) => {
    const keys = { formKey: reserved?.key ?? randomUUID(), formHash: reserved?.hash ?? null };
    const [reply] = await tx
      .insert(contactReplies)
      .values({ ...keys, messageId: id, byUserId: actor.person.id, body, createdAt: at })
      .returning({ id: contactReplies.id });
    await tx
      .update(contactMessages)
      .set({ isRead: true, repliedAt: at, readAt: sql`coalesce(${contactMessages.readAt}, ${at})` })
      .where(eq(contactMessages.id, id));
    await recordActivity(tx, actor, at, {
      action: "reply_contact",
      description: `Replied: ${subject}`,
      entityType: "contact_message",
      entityId: id,
    });
    await notify(services, tx, { event: "contact_reply", about: { replyId: reply!.id } });
    return { ok: true };
  },
  conflict: () => REPLY_SENT_BEFORE,
  publish: () => ["contacts"],
});
