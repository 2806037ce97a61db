/** Messages to the company. */
import { contactMessages } from "../platform/db/schema.ts";
import { consumeFrom, refuseTooMany } from "../platform/limits/rate-limiter.server.ts";
import type { Result } from "../platform/http/result.ts";
import { idempotencyKey, withRowKey } from "../platform/idempotency/idempotency.server.ts";
import { toE164 } from "../domain/phone.ts";
import type { Services } from "../platform/services.server.ts";
import type { MessageInput } from "./contact-form.ts";
import type { Customer, Guest } from "../domain/actor.ts";

export type MessageSent = Result<unknown, "conflict" | "rate_limited">;

/**
 * Stores a message and queues the company's mail, in one transaction. The same idempotency key again returns the same
 * message; with other content it is refused. CONTACT-3: refuses more than five in ten minutes from one browser, and 50
 * from one address.
 */
export async function sendContactMessage(
  services: Services,
  actor: Customer | Guest,
  input: MessageInput,
  key: string,
): Promise<MessageSent> {
  const { db, jobs, live, limits, now } = services;
  const form = idempotencyKey(services, key, input);
  return withRowKey<MessageSent>(
    { tx: db, table: contactMessages, form },
    {
      again: { ok: true },
      conflict:
        "We already have another message from this form. The text below is not sent yet. Press Send Message again to send it as a second message.",
    },
    async () => {
      const limit = await consumeFrom(limits, "contact", actor);
      if (!limit.ok)
        return refuseTooMany("Too many messages came from your connection in a short time.", limit);
      const stored = await db.transaction(async (tx) => {
        const [row] = await tx
          .insert(contactMessages)
          .values({
            formKey: key,
            formHash: form.hash,
            name: input.name,
            email: input.email,
            phone: input.phone ? toE164(input.phone) : null,
            subject: input.subject,
            message: input.message,
            createdAt: now(),
          })
          .onConflictDoNothing({ target: contactMessages.formKey })
          .returning({ id: contactMessages.id });
        if (row) await jobs.add(tx, "mail", { kind: "contact_received", messageId: row.id });
        return row !== undefined;
      });
      if (!stored) return null;
      live.publish("contacts");
      return { ok: true };
    },
  );
}
