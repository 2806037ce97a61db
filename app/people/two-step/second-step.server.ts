/** STAFF-33: the second step of a sign-in: the code after a right password, or the required set-up. */
import { eq } from "drizzle-orm";
import * as z from "zod";
import { visitor } from "../../access/by.server.ts";
import { adminOf } from "../../access/actors.server.ts";
import type { Person } from "../../access/actor.ts";
import { knownTo, markBrowser } from "../../access/known-browser.server.ts";
import type { Session } from "../../access/principal-context.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { recordOutsiderActivity } from "../../access/record-outsider.server.ts";
import {
  beginSession,
  endSecondStep,
  forgetSecondStep,
  readSecondStep,
} from "../../access/sessions.server.ts";
import type { AdminRole } from "../../domain/admin-roles.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { adminMembers, profiles } from "../../platform/db/schema.ts";
import { transact } from "../../platform/db/transact.server.ts";
import { HOUR, MINUTE, rateLimit } from "../../platform/limits/rate-limit.ts";
import { consumeEach, type Count } from "../../platform/limits/rate-limiter.server.ts";
import type { By } from "../../platform/operations/declaration.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { drawnFor } from "./codes.server.ts";
import { refuse } from "./messages.ts";
import { codeForm } from "./two-step-form.ts";
import { storeTwoStep, takeCode, type Used } from "./use-codes.server.ts";
import { secondStepOf } from "./who-has-it.server.ts";

// Wrong codes have the same limits as wrong passwords.
export const CODES_PER_PAIR = rateLimit("secondStepPerPair", 5, 15 * MINUTE);
const CODES_PER_IP = rateLimit("secondStepPerIp", 60, 15 * MINUTE);
export const CODES_PER_ACCOUNT = rateLimit("secondStepPerAccount", 20, HOUR);
const CODES_OVERALL = rateLimit("secondStepOverall", 300, 15 * MINUTE);

const bySession: By<Session> = visitor;
/** `token` is from the browser's cookie, and identifies the sign-in that waits for a code. */
const answerForm = codeForm.extend({ token: z.string().max(100) });

export type StaffPerson = { person: Person; memberId: string; role: AdminRole };
type Waiting = StaffPerson & { hash: Buffer };

/** Returns the member of staff whose sign-in waits for its second step in this browser, or null. */
export async function readWaiting(services: Services, token: string): Promise<Waiting | null> {
  const found = await readSecondStep(services, token);
  const member = found && (await staffMemberOf(services.db, found.userId));
  return member && { ...member, hash: found.hash };
}

/** Returns the member of staff with this person id. Null if the person is no member. */
export async function staffMemberOf(db: Db | Tx, userId: string): Promise<StaffPerson | null> {
  const [row] = await db
    .select({ person: profiles, memberId: adminMembers.id, role: adminMembers.adminRole })
    .from(adminMembers)
    .innerJoin(profiles, eq(profiles.id, adminMembers.userId))
    .where(eq(adminMembers.userId, userId));
  return row ?? null;
}

/**
 * Signs in with the app's code, or with a recovery code. Refuses a wrong or used code, which is logged and counts
 * towards limits like a wrong password. Refuses a sign-in more than five minutes after the password.
 */
export const answerSecondStep = operation({
  name: "staff.second_step",
  by: bySession,
  keyless: true,
  input: answerForm,
  prepare: async ({ services, actor: session, at }, { code, token }) => {
    const waiting = await readWaiting(services, token);
    if (!waiting) return refuse("unauthenticated", "second_step_over");
    const used = await spendCode(services, session, { ...waiting, code, at });
    return "ok" in used ? used : { ok: true, prepared: { ...waiting, used } };
  },
  run: async ({ services, tx, actor: session, at, prepared }) => {
    const { hash, used } = prepared;
    if (!(await endSecondStep(tx, hash, at))) return refuse("unauthenticated", "second_step_over");
    const by = used.by === "app" ? "a code" : `a recovery code; ${used.left} left`;
    const cookies = await beginStaffSession(services, tx, session, prepared, `Signed in with ${by}`);
    return { ok: true, cookies: [...cookies, await forgetSecondStep(services.secure)] };
  },
});

/**
 * Sets up two-step sign-in for a person who needs it, and signs the person in. The code proves that the app
 * has this sign-in's secret.
 */
export const setUpAtSignIn = operation({
  name: "staff.set_up_two_step_at_sign_in",
  by: bySession,
  keyless: true,
  input: answerForm,
  run: async ({ services, tx, actor: session, at }, { code, token }) => {
    const waiting = await readWaiting(services, token);
    if (!waiting) return refuse("unauthenticated", "second_step_over");
    const { person, hash } = waiting;
    if ((await secondStepOf(tx, { userId: person.id, role: waiting.role })) === "code")
      return refuse("conflict", "have_two_step");
    const drawn = drawnFor(services.secret, hash);
    if (!(await storeTwoStep(tx, services.secret, { userId: person.id, drawn, code, at })))
      return refuse("invalid", "set_up_code");
    if (!(await endSecondStep(tx, hash, at))) return refuse("unauthenticated", "second_step_over");
    const admin = adminOf(session.ip, person, waiting);
    await recordActivity(tx, admin, at, SET_UP);
    const cookies = await beginStaffSession(services, tx, session, waiting, "Signed in");
    return { ok: true, cookies: [...cookies, await forgetSecondStep(services.secure)] };
  },
});

export const SET_UP = {
  action: "two_step",
  description: "Set up two-step sign-in",
  entityType: "session",
} as const;

/** Begins a session, logs the sign-in, and returns the cookies. The caller must have checked the person. */
export async function beginStaffSession(
  services: Services,
  tx: Tx,
  session: Session,
  { person, memberId, role }: StaffPerson,
  description: string,
): Promise<string[]> {
  const at = services.now();
  await tx.update(adminMembers).set({ lastAccessAt: at }).where(eq(adminMembers.id, memberId));
  await tx.update(profiles).set({ lastSignInAt: at }).where(eq(profiles.id, person.id));
  const admin = adminOf(session.ip, person, { memberId, role });
  await recordActivity(tx, admin, at, { action: "login", description, entityType: "session" });
  return [
    await beginSession(services, tx, session, person.id, "staff"),
    await markBrowser(services, session.browser ?? null, person.email),
  ];
}

/**
 * Uses a code in its own transaction, so that a wrong code stays counted and logged after a refusal. Wrong codes have
 * the same kinds of limits as wrong passwords.
 */
export async function spendCode(
  services: Services,
  from: Pick<Session, "ip" | "browser">,
  { person, code, at }: { person: Person; code: string; at: Date },
) {
  const { db, limits } = services;
  const [own, ...shared] = countsOf(services, from, person.email);
  const limit = await consumeEach(limits, [own, ...shared]);
  if (!limit.ok) return refuse("rate_limited", "too_many_codes", limit);
  const used = await transact(db, (tx) => takeCode(tx, services.secret, { userId: person.id, code, at }));
  if (used && used !== "unreadable") {
    await Promise.all([limits.clear(...own), ...shared.map((count) => limits.giveBack(...count))]);
    return used satisfies Used;
  }
  // The program fail2ban reads the following log lines (docs/fail2ban).
  services.log.warn({ event: "sign_in_failed", ip: from.ip }, "wrong code of two-step sign-in");
  const { id, email, fullName } = person;
  await transact(db, (tx) =>
    recordOutsiderActivity(tx, { name: fullName ?? email, email, id, ip: from.ip }, at, {
      action: "login_failed",
      description: "Wrong code of two-step sign-in",
      entityType: "session",
    }),
  );
  return used ? refuse("conflict", "unreadable") : refuse("invalid", "wrong_code");
}

/** Returns the limits of codes. As for passwords, a browser that signed in before has its own limit. */
function countsOf(
  services: Services,
  { ip, browser }: Pick<Session, "ip" | "browser">,
  email: string,
): [Count, ...Count[]] {
  const known = knownTo(services, browser, email);
  if (known) return [[CODES_PER_PAIR, `${email} browser ${known.id}`]];
  return [
    [CODES_PER_PAIR, `${email} ${ip}`],
    [CODES_PER_IP, ip],
    [CODES_PER_ACCOUNT, email],
    [CODES_OVERALL, "all"],
  ];
}
