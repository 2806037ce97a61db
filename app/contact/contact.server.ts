/** Messages to the company. */
import type { Customer, Guest } from "../accounts/actor.server.ts";
import { contactMessages } from "../db/schema.ts";
import { hitFrom, waitText } from "../lib/limits.server.ts";
import { toE164 } from "../lib/phone.ts";
import type { Services } from "../services.server.ts";
import type { ContactForm } from "./contact-form.ts";

export type Sent = { ok: true } | { ok: false; message: string; retryAfterSeconds: number };

/**
 * Keeps a message and queues the company's mail, in one transaction. The same form key again is the same message.
 * Refuses more than five in ten minutes from one browser, and 50 from one address.
 */
export async function sendContactMessage(
  { db, jobs, live, limits, now }: Services,
  actor: Customer | Guest,
  input: ContactForm,
  key: string,
): Promise<Sent> {
  const verdict = await hitFrom(limits, "contact", actor);
  if (!verdict.ok) {
    const { retryAfterSeconds } = verdict;
    return {
      ok: false,
      message: `Many messages came from here in a short time. ${waitText(retryAfterSeconds)}`,
      retryAfterSeconds,
    };
  }
  const stored = await db.transaction(async (tx) => {
    const [row] = await tx
      .insert(contactMessages)
      .values({
        formKey: key,
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
  if (stored) live.publish("contacts");
  return { ok: true };
}
