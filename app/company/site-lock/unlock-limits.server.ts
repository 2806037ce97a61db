/** LOCK-4: the limits of wrong passwords on the lock screen. */
import { knownTo } from "../../access/known-browser.server.ts";
import type { Session } from "../../access/principal-context.ts";
import { MINUTE, rateLimit } from "../../platform/limits/rate-limit.ts";
import { type Count, browserKey } from "../../platform/limits/rate-limiter.server.ts";
import type { Services } from "../../platform/services.server.ts";

export const UNLOCKS_PER_BROWSER = rateLimit("siteUnlockPerBrowser", 5, 15 * MINUTE);
const UNLOCKS_PER_IP = rateLimit("siteUnlockPerIp", 30, 15 * MINUTE);
const UNLOCKS_OVERALL = rateLimit("siteUnlockOverall", 300, 15 * MINUTE);

/**
 * The mark that the browser's signed cookie gets when the browser unlocks the site. Other marks are for login accounts.
 */
export const UNLOCKED_BEFORE = "site-unlock";

/**
 * Returns the limit of the browser (`own`), and the limits of its IP address and of all browsers together
 * (`shared`). A browser that unlocked the site before has only its own limit.
 */
export function unlockLimits(
  services: Services,
  { ip, browser = null }: Session,
): { own: Count; shared: readonly Count[] } {
  const known = knownTo(services, browser, UNLOCKED_BEFORE);
  if (known) return { own: [UNLOCKS_PER_BROWSER, known.id], shared: [] };
  return {
    own: [UNLOCKS_PER_BROWSER, browserKey({ ip, browser })],
    shared: [
      [UNLOCKS_PER_IP, ip],
      [UNLOCKS_OVERALL, "all"],
    ],
  };
}
