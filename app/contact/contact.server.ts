/** Messages to the company. */
import { eq } from "drizzle-orm";
import { contactMessages } from "../platform/db/schema.ts";
import { hitFrom, waitText } from "../platform/limits/rate-limiter.server.ts";
import { keyedForm, sameContent } from "../platform/idempotency/idempotency.server.ts";
import { toE164 } from "../domain/phone.ts";
import type { Services } from "../platform/services.server.ts";
import type { ContactForm } from "./contact-form.ts";
import type { Customer, Guest } from "../domain/actor.ts";

export type Sent =
  { ok: true } | { ok: false; message: string; retryAfterSeconds: number } | { ok: false; keyUsed: true };

/**
 * Stores a message and queues the company's mail, in one transaction. The same idempotency key again returns the same
 * message; with other content it is refused. CONTACT-3: refuses more than five in ten minutes from one browser, and 50
 * from one address.
 */
export async function sendContactMessage(
  services: Services,
  actor: Customer | Guest,
  input: ContactForm,
  key: string,
): Promise<Sent> {
  const { db, jobs, live, limits, now } = services;
  const form = keyedForm(services, key, input);
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
    if (row) {
      await jobs.add(tx, "mail", { kind: "contact_received", messageId: row.id });
      return "new";
    }
    const [earlier] = await tx
      .select({ formHash: contactMessages.formHash })
      .from(contactMessages)
      .where(eq(contactMessages.formKey, key));
    return earlier && !sameContent(earlier.formHash, form) ? "other" : "again";
  });
  if (stored === "other") return { ok: false, keyUsed: true };
  if (stored === "new") live.publish("contacts");
  return { ok: true };
}
