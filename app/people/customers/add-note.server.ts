/** STAFF-26: staff add a note about a customer. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { customerNotes, customerSummaries } from "../../platform/db/schema.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { NOTE_SENT_BEFORE, refuse } from "./messages.ts";
import { customerNoteForm } from "./note-form.ts";

/** Stores a note about a customer and logs it. Refuses if the customer no longer exists. */
export const addCustomerNote = operation({
  name: "customers.add_note",
  by: staff("noteOnCustomers"),
  input: customerNoteForm.extend({ id: z.string().max(40) }),
  on: async ({ tx }, { id }) => {
    const [customer] = isUuid(id)
      ? await tx
          .select({ email: customerSummaries.email })
          .from(customerSummaries)
          .where(eq(customerSummaries.id, id))
          // An erasure of the person waits for this row lock, and then also deletes the new note.
          .for("key share")
      : [];
    return customer ?? refuse("not_found", "no_customer");
  },
  run: async ({ tx, actor, at, reserved }, { id, body }, { email }) => {
    const keys = { formKey: reserved?.key ?? randomUUID(), formHash: reserved?.hash ?? null };
    const writer = { byUserId: actor.person.id, byName: actor.person.fullName ?? actor.person.email };
    await tx.insert(customerNotes).values({ ...keys, ...writer, email, body, createdAt: at });
    await recordActivity(tx, actor, at, {
      action: "add_customer_note",
      description: "Added a note about a customer",
      entityType: "customer",
      entityId: id,
    });
    return { ok: true };
  },
  conflict: () => NOTE_SENT_BEFORE,
});
