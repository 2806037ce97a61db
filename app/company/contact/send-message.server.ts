/** CONTACT-2 and CONTACT-4: messages to the company. */
import { randomUUID } from "node:crypto";
import { everybody } from "../../access/by.server.ts";
import type { Customer, Guest } from "../../access/actor.ts";
import { notify } from "../../notifications/notify.server.ts";
import { contactMessages } from "../../platform/db/schema.ts";
import { foldEmail } from "../../platform/http/fields.ts";
import { HOUR, MINUTE, perBrowserAndIp, rateLimit } from "../../platform/limits/rate-limit.ts";
import { consumeFrom, refuseTooMany } from "../../platform/limits/rate-limiter.server.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { contactForm, type MessageInput } from "./contact-form.ts";
import { MESSAGE_SENT_BEFORE } from "./messages.ts";
import { purchaseForm, purchaseMessage } from "./purchase-form.ts";

const MESSAGES = perBrowserAndIp("contact", 5, 10 * MINUTE, { remembered: true });
/** Copies of contact messages to one email address. Few are allowed, because anybody can type another's address. */
const COPIES_PER_EMAIL = rateLimit("contactCopyPerEmail", 5, HOUR);

type Writer = Customer | Guest;

const written = {
  by: everybody,
  prepare: count,
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

/**
 * Counts a message towards the limits. `copies` is false if the writer's address got too many mails: the
 * message is then stored without a mail to the writer.
 */
async function count(
  { services, actor }: { services: Services; actor: Writer },
  { email }: { email: string },
) {
  const { limits } = services;
  const limit = await consumeFrom(limits, MESSAGES, actor);
  if (!limit.ok) return refuseTooMany("Too many messages came from your connection in a short time.", limit);
  const { ok: copies } = await limits.consume(COPIES_PER_EMAIL, foldEmail(email));
  return { ok: true as const, prepared: { copies } };
}

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
