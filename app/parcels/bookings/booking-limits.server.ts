/** BOOK-17: limits how many bookings people make by hand. */
import type { Admin, Customer, Guest } from "../../access/actor.ts";
import { knownTo } from "../../access/known-browser.server.ts";
import { foldEmail } from "../../platform/http/fields.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { MINUTE, perBrowserAndIp, rateLimit } from "../../platform/limits/rate-limit.ts";
import { consumeFrom, refuseTooMany } from "../../platform/limits/rate-limiter.server.ts";
import type { Services } from "../../platform/services.server.ts";

const BOOKINGS = perBrowserAndIp("booking", 30, 10 * MINUTE, { remembered: true });
const BOOKINGS_PER_GUEST_EMAIL = rateLimit("bookingPerGuestEmail", 5, 10 * MINUTE, { remembered: true });

const TOO_MANY_HERE = "Too many bookings came from your connection in a short time.";
const TOO_MANY_OF_EMAIL =
  "Too many bookings were made with this sender email in a short time. Sign in to book more now.";

/** BOOK-17: counts a booking for the limits of the IP address and, from a guest, of the email address. */
export async function countBooking(
  { services, actor }: { services: Services; actor: Customer | Guest | Admin },
  email: string,
): Promise<Refusal | null> {
  if (actor.kind === "admin") return null;
  const { limits } = services;
  const counts = await Promise.all([
    consumeFrom(limits, BOOKINGS, actor),
    ...(actor.kind === "guest"
      ? [limits.consume(BOOKINGS_PER_GUEST_EMAIL, guestKey(services, actor, foldEmail(email)))]
      : []),
  ]);
  for (const [n, count] of counts.entries())
    if (!count.ok) return refuseTooMany(n === 0 ? TOO_MANY_HERE : TOO_MANY_OF_EMAIL, count);
  return null;
}

/**
 * A browser that has signed in with this email address has its own limit, so strangers who book with this address
 * cannot use it up.
 */
function guestKey(services: Services, { browser }: Guest, email: string): string {
  const known = knownTo(services, browser, email);
  return known ? `${email} ${known.id}` : email;
}
