/** CONTACT-2 and CONTACT-4: messages to the company. */
import { randomUUID } from "node:crypto";
import { everybody } from "../../access/by.server.ts";
import type { Customer, Guest } from "../../access/actor.ts";
import { notify } from "../../notifications/notify.server.ts";
import { contactMessages } from "../../platform/db/schema.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { contactForm, type MessageInput } from "./contact-form.ts";
import { MESSAGE_SENT_BEFORE } from "./messages.ts";
import { purchaseForm, purchaseMessage } from "./purchase-form.ts";
import { limitMessages } from "./limit-messages.server.ts";

type Writer = Customer | Guest;

const written = {
  by: everybody,
  prepare: limitMessages,
  conflict: () => MESSAGE_SENT_BEFORE,
  publish: () => ["contacts"] as const,
};

/**
 * Stores a message, and queues mails to the company and the writer. Refuses if too many messages came from
 * one browser or IP address (CONTACT-3).
 */
export const sendContactMessage = operation({
  ...written,
  name: "contact.send_message",
  input: contactForm,
  run: storeMessage,
});

/** Stores a request for a purchase as a contact message. The limits of `sendContactMessage` apply. */
export const requestPurchase = operation({
  ...written,
  name: "contact.request_purchase",
  input: purchaseForm,
  run: (work, request) => storeMessage(work, purchaseMessage(request)),
});

async function storeMessage(
  { services, tx, at, reserved, prepared }: Work<Writer, { copies: boolean }>,
  message: MessageInput,
) {
  const keys = { formKey: reserved?.key ?? randomUUID(), formHash: reserved?.hash ?? null };
  const [row] = await tx
    .insert(contactMessages)
    .values({ ...keys, ...message, createdAt: at })
    .returning({ id: contactMessages.id });
  const about = { messageId: row!.id };
  await notify(services, tx, { event: "contact_received", about });
  if (prepared.copies) await notify(services, tx, { event: "contact_copy", about });
  return { ok: true as const };
}
