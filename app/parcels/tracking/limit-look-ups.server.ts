/** TRACK-6: limits look-ups and wrong codes, so that nobody can find codes by trying. */
import type { Session } from "../../access/principal-context.ts";
import {
  refuseTooMany,
  consumeFrom,
  browserKey,
  type RequestOrigin,
  type RateLimitResult,
} from "../../platform/limits/rate-limiter.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { LOOKUPS, MISSES, MISSES_OVERALL, MISSES_PER_BROWSER_STRICT } from "./tracking-limits.ts";

export const tooManyCodes = (seconds: number) =>
  refuseTooMany("Too many codes were tried from your connection.", { retryAfterSeconds: seconds });

const BLOCK_SECONDS = 600;
const WARN_EVERY_MS = 60_000;

const warnedAt = new WeakMap<Services["limits"], number>();

/**
 * TRACK-6: counts a wrong code. After too many wrong codes from all browsers together, each browser has a lower limit.
 */
async function countMiss({ limits, log }: Services, session: Session): Promise<{ ok: boolean }> {
  const [all, own, strict] = await Promise.all([
    limits.consume(MISSES_OVERALL, "all"),
    consumeFrom(limits, MISSES, session),
    limits.consume(MISSES_PER_BROWSER_STRICT, browserKey(session)),
  ]);
  if (all.ok) return own;
  const now = performance.now();
  if (now - (warnedAt.get(limits) ?? -Infinity) > WARN_EVERY_MS) {
    warnedAt.set(limits, now);
    log.warn({ limit: MISSES_OVERALL.name }, "tracking codes are being guessed from many addresses");
  }
  return strict.ok ? own : strict;
}

/** TRACK-6: counts a look-up for the limits of the browser and of the IP address. */
export function countLookup(
  { limits }: Pick<Services, "limits">,
  from: RequestOrigin,
): Promise<RateLimitResult> {
  return consumeFrom(limits, LOOKUPS, from);
}

/** TRACK-6: counts a wrong code, or a wrong link to the receiver's page. Returns null, or a refusal after too many. */
export async function countWrongCode(services: Services, session: Session) {
  const misses = await countMiss(services, session);
  if (misses.ok) return null;
  await services.limits.block(LOOKUPS.perBrowser, browserKey(session), BLOCK_SECONDS);
  return tooManyCodes(BLOCK_SECONDS);
}
