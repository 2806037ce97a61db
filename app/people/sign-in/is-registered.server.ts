import { eq } from "drizzle-orm";
import { profiles } from "../../platform/db/schema.ts";
import { foldEmail } from "../../platform/http/fields.ts";
import { MINUTE, perBrowserAndIp, rateLimit } from "../../platform/limits/rate-limit.ts";
import { browserKey, consumeEach, type RequestOrigin } from "../../platform/limits/rate-limiter.server.ts";
import type { Services } from "../../platform/services.server.ts";

const CHECKS = perBrowserAndIp("emailCheck", 20, 10 * MINUTE);
const CHECKS_OVERALL = rateLimit("emailCheckOverall", 2000, 10 * MINUTE);

/**
 * True if an email address has a login account, for the sign-up. Checks are limited by browser, by IP address
 * and in total, so that nobody can test a list of email addresses. Above the limit the function returns null:
 * the sign-up then sends a link in any case.
 */
export async function isRegistered(
  { db, limits }: Services,
  from: RequestOrigin,
  rawValues: string,
): Promise<boolean | null> {
  const email = foldEmail(rawValues);
  const limit = await consumeEach(limits, [
    [CHECKS.perBrowser, browserKey(from)],
    [CHECKS.perIp, from.ip],
    [CHECKS_OVERALL, "all"],
  ]);
  if (!limit.ok) return null;
  const [person] = await db.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, email));
  return person !== undefined;
}
