/** STAFF-1: staff sign in by email address and password. */
import * as z from "zod";
import { visitor } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { recordOutsiderActivity } from "../../access/record-outsider.server.ts";
import { staffLoginForm } from "../sign-in/account-forms.ts";
import { findAccount } from "../../access/find-account.server.ts";
import { asAdmin } from "../../access/actors.server.ts";
import { knownTo } from "../../access/known-browser.server.ts";
import type { Session } from "../../access/principal-context.ts";
import { awaitSecondStep, endSession } from "../../access/sessions.server.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { HOUR, MINUTE, rateLimit } from "../../platform/limits/rate-limit.ts";
import { type Count, consumeEach } from "../../platform/limits/rate-limiter.server.ts";
import type { By } from "../../platform/operations/declaration.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { verifyPassword } from "../../platform/passwords.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { beginStaffSession, staffMemberOf } from "../two-step/second-step.server.ts";
import { secondStepOf } from "../two-step/who-has-it.server.ts";
import { refuse } from "./messages.ts";
import { shareTeam } from "../../access/team-lock.server.ts";

/**
 * The limit of wrong passwords for one login account from one IP address. A browser that signed in to the account
 * before has this limit for itself, at any IP address.
 */
export const PASSWORDS_PER_PAIR = rateLimit("passwordPerPair", 5, 15 * MINUTE);
export const PASSWORDS_PER_IP = rateLimit("passwordPerIp", 60, 15 * MINUTE);
/** The limit of wrong passwords for a login account, from all browsers together that never signed in to it. */
export const PASSWORDS_PER_ACCOUNT = rateLimit("passwordPerAccount", 20, HOUR);
const PASSWORDS_OVERALL = rateLimit("passwordOverall", 300, 15 * MINUTE);

const bySession: By<Session> = visitor;

/**
 * Begins a staff session and returns its cookies. With two-step sign-in no session begins yet: the cookie is
 * for the second step (STAFF-33). Wrong passwords are limited (countsOf) and logged. An unknown email address
 * and a wrong password get the same message. The message 'Unauthorized access. Not an admin user.' appears
 * only for the right password of a login account outside the team.
 */
export const signInStaff = operation({
  name: "staff.sign_in",
  by: bySession,
  keyless: true,
  input: staffLoginForm,
  prepare: async ({ services, actor: session, at }, { email, password }) => {
    const { db, limits } = services;
    const { own, shared } = countsOf(services, session, email);
    const limit = await consumeEach(limits, [own, ...shared]);
    if (!limit.ok) return refuse("rate_limited", "too_many_sign_ins", limit);
    const account = await findAccount(db, email);
    const right = await verifyPassword(password, account?.hash ?? null);
    // A correct password resets the limit of this browser or IP address for the login account (`own`). It does not
    // count in the shared limits.
    if (right) await Promise.all([limits.clear(...own), ...shared.map((count) => limits.giveBack(...count))]);
    const { person, memberId = null } = account ?? {};
    if (right && person && memberId) return { ok: true, prepared: { person } };
    // The program fail2ban reads the following log lines (docs/fail2ban).
    services.log.warn({ event: "sign_in_failed", ip: session.ip }, "staff sign-in failed");
    // A customer may mistake this page for the customers' sign-in. The log names only staff, because it is never
    // erased.
    const known = memberId && person ? { name: person.fullName ?? email, email, id: person.id } : NO_MEMBER;
    await transact(db, (tx) =>
      recordOutsiderActivity(tx, { ...known, ip: session.ip }, at, {
        action: "login_failed",
        description: right ? "Right password, but not an admin" : "Wrong email or password",
        entityType: "session",
      }),
    );
    return right ? refuse("forbidden", "not_staff") : refuse("unauthenticated", "wrong_sign_in");
  },
  run: async ({ services, tx, actor: session, prepared }) => {
    await shareTeam(tx);
    // The person's role may have changed since the password was checked, or the person may have left the team.
    const member = await staffMemberOf(tx, prepared.person.id);
    if (!member) return refuse("forbidden", "not_staff");
    const { id: userId } = member.person;
    if (await secondStepOf(tx, { userId, role: member.role }))
      return { ok: true, secondStep: true, cookies: [await awaitSecondStep(services, tx, userId)] };
    const cookies = await beginStaffSession(services, tx, session, member, "Signed in");
    return { ok: true, secondStep: false, cookies };
  },
});

const NO_MEMBER = { name: "Not a member", email: "" };

/**
 * Returns the limits for a password attempt. A browser that signed in to the login account before has its own limit,
 * which no stranger can use up. Any other browser has four limits: for the login account from this IP address, for
 * the IP address, for the login account, and for all login accounts together. So even a thousand IP addresses get at
 * most twenty guesses an hour at one login account.
 */
function countsOf(
  services: Services,
  { ip, browser }: Session,
  email: string,
): { own: Count; shared: Count[] } {
  const known = knownTo(services, browser, email);
  if (known) return { own: [PASSWORDS_PER_PAIR, `${email} browser ${known.id}`], shared: [] };
  return {
    own: [PASSWORDS_PER_PAIR, `${email} ${ip}`],
    shared: [
      [PASSWORDS_PER_IP, ip],
      [PASSWORDS_PER_ACCOUNT, email],
      [PASSWORDS_OVERALL, "all"],
    ],
  };
}

/** Ends this browser's session. A sign-out of staff is logged. */
export const signOut = operation({
  name: "staff.sign_out",
  by: bySession,
  keyless: true,
  input: z.object({}),
  run: async ({ tx, actor: session, at }) => {
    const admin = asAdmin(session);
    if (admin)
      await recordActivity(tx, admin, at, {
        action: "logout",
        description: "Signed out",
        entityType: "session",
      });
    await endSession(tx, session);
    return { ok: true };
  },
});
