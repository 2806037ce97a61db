/** CONTACT-3: how many messages one browser and one IP address may send. */
import type { Customer, Guest } from "../../access/actor.ts";
import { foldEmail } from "../../platform/http/fields.ts";
import { HOUR, MINUTE, perBrowserAndIp, rateLimit } from "../../platform/limits/rate-limit.ts";
import { consumeFrom, refuseTooMany } from "../../platform/limits/rate-limiter.server.ts";
import type { Services } from "../../platform/services.server.ts";

const MESSAGES = perBrowserAndIp("contact", 5, 10 * MINUTE, { remembered: true });
/**
 * The limit of copies that are mailed to one email address. It is low, because anybody can type somebody
 * else's address.
 */
const COPIES_PER_EMAIL = rateLimit("contactCopyPerEmail", 5, HOUR);

/**
 * Counts a message towards the limits. `copies` is false if the writer's address got too many copies already. The
 * message is then stored, but no copy is mailed to the writer.
 */
export async function limitMessages(
  { services, actor }: { services: Services; actor: Customer | Guest },
  { email }: { email: string },
) {
  const { limits } = services;
  const limit = await consumeFrom(limits, MESSAGES, actor);
  if (!limit.ok) return refuseTooMany("Too many messages came from your connection in a short time.", limit);
  const { ok: copies } = await limits.consume(COPIES_PER_EMAIL, foldEmail(email));
  return { ok: true as const, prepared: { copies } };
}
