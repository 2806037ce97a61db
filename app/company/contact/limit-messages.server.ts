/** CONTACT-3: how many messages one browser and one address may send. */
import type { Customer, Guest } from "../../access/actor.ts";
import { foldEmail } from "../../platform/http/fields.ts";
import { consumeFrom, refuseTooMany } from "../../platform/limits/rate-limiter.server.ts";
import type { Services } from "../../platform/services.server.ts";

/**
 * Counts a message towards the limits. `copies` is false if the writer's address got too many mails: the
 * message is then stored without a mail to the writer.
 */
export async function limitMessages(
  { services, actor }: { services: Services; actor: Customer | Guest },
  { email }: { email: string },
) {
  const { limits } = services;
  const limit = await consumeFrom(limits, "contact", actor);
  if (!limit.ok) return refuseTooMany("Too many messages came from your connection in a short time.", limit);
  const { ok: copies } = await limits.consume("contactCopyPerEmail", foldEmail(email));
  return { ok: true as const, prepared: { copies } };
}
