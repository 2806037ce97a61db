/** STAFF-26: staff note something about a customer. */
import { eq } from "drizzle-orm";
import { recordActivity } from "../activity-log/activity-log.server.ts";
import type { Admin } from "../domain/actor.ts";
import { refusal } from "../domain/permissions.ts";
import { customerNotes, customerSummaries } from "../platform/db/schema.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import { idempotencyKey, withRowKey } from "../platform/idempotency/idempotency.server.ts";
import type { Services } from "../platform/services.server.ts";

export type NoteAdded = Result<unknown, "forbidden" | "not_found" | "conflict">;

/**
 * Keeps a note with its log row. One idempotency key, one note; with other words it is refused. Refuses roles that only
 * read, and a customer who is not there any more.
 */
export async function addCustomerNote(
  services: Services,
  admin: Admin,
  { customerId, body }: { customerId: string; body: string },
  key: string,
): Promise<NoteAdded> {
  const refused = refusal(admin.role, "noteOnCustomers");
  if (refused) return refuse("forbidden", refused);
  const at = services.now();
  const form = idempotencyKey(services, key, { customerId, body });
  return services.db.transaction(async (tx) => {
    const [customer] = await tx
      .select({ email: customerSummaries.email })
      .from(customerSummaries)
      .where(eq(customerSummaries.id, customerId))
      // Erasing the person waits, and then deletes this note too.
      .for("key share");
    if (!customer) return NO_CUSTOMER;
    return withRowKey<NoteAdded>(
      { tx, table: customerNotes, form },
      {
        again: { ok: true },
        conflict: "You already added a note from this form. Send it again to add this one as a second note.",
      },
      async () => {
        const note = { formKey: key, formHash: form.hash, email: customer.email, body, createdAt: at };
        const [added] = await tx
          .insert(customerNotes)
          .values({
            ...note,
            byUserId: admin.person.id,
            byName: admin.person.fullName ?? admin.person.email,
          })
          .onConflictDoNothing({ target: customerNotes.formKey })
          .returning({ id: customerNotes.id });
        if (!added) return null;
        await recordActivity(tx, admin, at, {
          action: "add_customer_note",
          description: "Added a note about a customer",
          entityType: "customer",
          entityId: customerId,
        });
        return { ok: true };
      },
    );
  });
}

export const NO_CUSTOMER = refuse("not_found", "This customer was removed or the link is wrong.");
