/** Unlocking one browser while the site is locked. */
import { eq } from "drizzle-orm";
import { knownTo, markBrowser } from "../auth/known-browser.server.ts";
import type { Session } from "../auth/principal-context.ts";
import { siteLockConfig } from "../platform/db/schema.ts";
import { hostCookie } from "../platform/http/host-cookie.server.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import { type Count, consumeEach, browserKey } from "../platform/limits/rate-limiter.server.ts";
import { verifyPassword } from "../platform/passwords.server.ts";
import type { Services } from "../platform/services.server.ts";
import { deriveToken, sameBytes } from "../platform/tokens.server.ts";
import { UNLOCK_EMPTY, UNLOCK_WRONG } from "./site-lock.ts";
import type { LockState } from "./site-lock.server.ts";

/** Without max-age: it ends with the browser session. */
const unlockCookie = (secure: boolean) => hostCookie("unlocked", secure);

const subject = (generation: string) => `site-unlock:${generation}`;

/** Whether this request's browser unlocked this generation of the lock. */
export async function isUnlocked(
  { secret, secure }: Services,
  request: Request,
  { generation }: LockState,
): Promise<boolean> {
  const header = request.headers.get("Cookie");
  if (!header?.includes("unlocked=")) return false;
  const token: unknown = await unlockCookie(secure).parse(header);
  return (
    typeof token === "string" &&
    sameBytes(Buffer.from(token), Buffer.from(deriveToken(secret, subject(generation))))
  );
}

export type Unlocked = Result<{ cookies: string[] }, "forbidden" | "rate_limited">;

/** The account name for the mark of a browser that unlocked the site. */
const UNLOCKED_BEFORE = "site-unlock";

/**
 * LOCK-4: checks a password against the lock. Refuses after five wrong ones in a quarter of an hour from one browser,
 * 30 from one address and 300 in total; a browser that unlocked the site before has five of its own.
 */
export async function unlockSite(
  services: Services,
  { ip, browser = null }: Pick<Session, "ip" | "browser">,
  password: string,
): Promise<Unlocked> {
  if (password === "") return refuse("forbidden", UNLOCK_EMPTY);
  const [row] = await services.db.select().from(siteLockConfig).where(eq(siteLockConfig.id, 1));
  if (!row?.isActive) return { ok: true, cookies: [] };
  const { limits } = services;
  const known = knownTo(services, browser, UNLOCKED_BEFORE);
  const own = ["siteUnlockPerBrowser", known?.id ?? browserKey({ ip, browser })] as const;
  const shared: readonly Count[] = known
    ? []
    : [
        ["siteUnlockPerIp", ip],
        ["siteUnlockOverall", "all"],
      ];
  const limit = await consumeEach(limits, [own, ...shared]);
  if (!limit.ok) {
    const minutes = Math.ceil(limit.retryAfterSeconds / 60);
    const text = `Too many wrong passwords came from your connection. Try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
    return refuse("rate_limited", text, limit.retryAfterSeconds);
  }
  if (password.length > 200 || !(await verifyPassword(password, row.passwordHash)))
    return refuse("forbidden", UNLOCK_WRONG);
  await Promise.all([limits.clear(...own), ...shared.map((count) => limits.giveBack(...count))]);
  return {
    ok: true,
    cookies: await Promise.all([
      unlockCookie(services.secure).serialize(deriveToken(services.secret, subject(row.generation))),
      markBrowser(services, browser, UNLOCKED_BEFORE),
    ]),
  };
}
