/** STAFF-1: staff sign in by email and password. */
import { eq } from "drizzle-orm";
import { recordActivity, recordOutsiderActivity } from "../activity-log/activity-log.server.ts";
import { adminMembers, profiles } from "../platform/db/schema.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import { foldEmail } from "../platform/http/fields.ts";
import { type Count, consumeEach, waitText } from "../platform/limits/rate-limiter.server.ts";
import { verifyPassword } from "../platform/passwords.server.ts";
import type { Services } from "../platform/services.server.ts";
import { findAccount } from "../auth/accounts.server.ts";
import { adminOf, asAdmin } from "../auth/actors.server.ts";
import { knownTo, markBrowser } from "../auth/known-browser.server.ts";
import { beginSession, endSession } from "../auth/sessions.server.ts";
import type { Admin } from "../domain/actor.ts";
import type { Session } from "../auth/principal-context.ts";

export type StaffSignIn = Result<
  { cookies: string[]; admin: Admin },
  "unauthenticated" | "forbidden" | "rate_limited"
>;

const WRONG = "Login failed. Please check your credentials and try again.";

/**
 * Begins a staff session. Wrong passwords are limited (countsOf) and logged with the refusal in one transaction. An
 * unknown email and a wrong password get the same message. Only a right password of an account without a membership
 * gets 'Unauthorized access. Not an admin user.'
 */
export async function signInStaff(
  services: Services,
  session: Session,
  rawValues: { email: string; password: string },
): Promise<StaffSignIn> {
  const { db, limits, now } = services;
  const email = foldEmail(rawValues.email);
  const { own, shared } = countsOf(services, session, email);
  const limit = await consumeEach(limits, [own, ...shared]);
  if (!limit.ok) {
    const wait = limit.retryAfterSeconds;
    return refuse(
      "rate_limited",
      `Too many sign-ins were tried. ${waitText(wait)} Or choose 'Forgot password?': a link by email works at once.`,
      wait,
    );
  }
  const row = await findAccount(db, email);
  const right = await verifyPassword(rawValues.password, row?.hash ?? null);
  // A right password was no guess: it resets the pair, and returns only its own point to shared counts.
  if (right) await Promise.all([limits.clear(...own), ...shared.map((count) => limits.giveBack(...count))]);
  const at = now();
  if (!row || !right || !row.memberId || !row.role) {
    // fail2ban reads these lines (docs/fail2ban).
    services.log.warn({ event: "sign_in_failed", ip: session.ip }, "staff sign-in failed");
    // A customer may mistake this for their own sign-in. Nothing is erased from the log, so that it names members only.
    const known = row?.memberId ? { name: row.person.fullName ?? email, email, id: row.person.id } : null;
    await db.transaction((tx) =>
      recordOutsiderActivity(tx, { ...(known ?? { name: "Not a member", email: "" }), ip: session.ip }, at, {
        action: "login_failed",
        description: right ? "Right password, but not an admin" : "Wrong email or password",
        entityType: "session",
      }),
    );
    return right
      ? refuse("forbidden", "Unauthorized access. Not an admin user.")
      : refuse("unauthenticated", WRONG);
  }
  const { person, memberId, role } = row;
  const admin = adminOf(session.ip, person, { memberId, role });
  const cookie = await db.transaction(async (tx) => {
    await tx.update(adminMembers).set({ lastAccessAt: at }).where(eq(adminMembers.id, memberId));
    await tx.update(profiles).set({ lastSignInAt: at }).where(eq(profiles.id, person.id));
    await recordActivity(tx, admin, at, { action: "login", description: "Signed in", entityType: "session" });
    return beginSession(services, tx, session, person.id, "staff");
  });
  return { ok: true, cookies: [cookie, await markBrowser(services, session.browser ?? null, email)], admin };
}

/**
 * The limits that a password attempt counts on. A browser that signed in to the account before has an allowance of its
 * own, which no stranger can use up. Any other counts on its pair of account and address, the address, the account and
 * all accounts: a thousand addresses get no more than twenty guesses an hour at an account.
 */
function countsOf(
  services: Services,
  { ip, browser }: Session,
  email: string,
): { own: Count; shared: Count[] } {
  const known = knownTo(services, browser, email);
  if (known) return { own: ["passwordPerPair", `${email} browser ${known.id}`], shared: [] };
  return {
    own: ["passwordPerPair", `${email} ${ip}`],
    shared: [
      ["passwordPerIp", ip],
      ["passwordPerAccount", email],
      ["passwordOverall", "all"],
    ],
  };
}

/** Ends the staff session of this browser and logs it; returns the Set-Cookie header. */
export async function signOutStaff(services: Services, session: Session): Promise<string> {
  const admin = asAdmin(session);
  if (admin) {
    await services.db.transaction((tx) =>
      recordActivity(tx, admin, services.now(), {
        action: "logout",
        description: "Signed out",
        entityType: "session",
      }),
    );
  }
  return endSession(services, session);
}
