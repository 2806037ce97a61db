/** Unlocks a browser while the site is locked. */
import { eq } from "drizzle-orm";
import * as z from "zod";
import { visitor } from "../../access/by.server.ts";
import { markBrowser } from "../../access/known-browser.server.ts";
import type { Session } from "../../access/principal-context.ts";
import { siteLockConfig } from "../../platform/db/schema.ts";
import { hostCookie } from "../../platform/http/host-cookie.server.ts";
import { consumeEach } from "../../platform/limits/rate-limiter.server.ts";
import type { By } from "../../platform/operations/declaration.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { verifyPassword } from "../../platform/passwords.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { deriveToken, sameBytes } from "../../platform/tokens.server.ts";
import { refuse } from "./messages.ts";
import type { LockState } from "./site-lock.server.ts";
import { unlockLimits, UNLOCKED_BEFORE } from "./unlock-limits.server.ts";

/** The cookie has no max-age, so it ends with the browser session. */
const unlockCookie = (secure: boolean) => hostCookie("unlocked", secure);

const subject = (generation: string) => `site-unlock:${generation}`;

/** True if this request's browser unlocked this generation of the lock. */
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

const bySession: By<Session> = visitor;

/**
 * LOCK-4: checks a password and returns the cookies that open the site. Refuses after five wrong passwords in
 * a quarter of an hour from one browser, 30 from one IP address and 300 in total. A browser that unlocked the
 * site before has its own limit of five.
 */
export const unlockSite = operation({
  name: "site_lock.unlock",
  by: bySession,
  keyless: true,
  input: z.object({ password: z.string().default("") }),
  prepare: async ({ services, actor: session }, { password }) => {
    if (password === "") return refuse("forbidden", "no_password");
    const { db, limits } = services;
    const [lock] = await db.select().from(siteLockConfig).where(eq(siteLockConfig.id, 1));
    if (!lock?.isActive) return { ok: true, prepared: [] };
    const { own, shared } = unlockLimits(services, session);
    const limit = await consumeEach(limits, [own, ...shared]);
    if (!limit.ok) return refuse("rate_limited", "too_many_passwords", limit);
    if (password.length > 200 || !(await verifyPassword(password, lock.passwordHash)))
      return refuse("forbidden", "wrong_password");
    await Promise.all([limits.clear(...own), ...shared.map((count) => limits.giveBack(...count))]);
    return { ok: true, prepared: await cookiesOf(services, session, lock.generation) };
  },
  run: ({ prepared: cookies }) => Promise.resolve({ ok: true, cookies }),
});

const cookiesOf = (services: Services, { browser = null }: Session, generation: string): Promise<string[]> =>
  Promise.all([
    unlockCookie(services.secure).serialize(deriveToken(services.secret, subject(generation))),
    markBrowser(services, browser, UNLOCKED_BEFORE),
  ]);
