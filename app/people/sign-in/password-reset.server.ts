/** STAFF-3: a forgotten staff password: a link by email, then a new password. */
import { eq } from "drizzle-orm";
import { visitor } from "../../access/by.server.ts";
import { recordOutsiderActivity } from "../../access/record-outsider.server.ts";
import type { Person } from "../../access/actor.ts";
import { passwords } from "../../platform/db/schema.ts";
import { isCommonPassword } from "../../platform/common-passwords.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import type { By } from "../../platform/operations/declaration.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { hashPassword } from "../../platform/passwords.server.ts";
import { MINUTE, rateLimit } from "../../platform/limits/rate-limit.ts";
import type { Services } from "../../platform/services.server.ts";
import { resetForm } from "./account-forms.ts";
import { findAccount } from "../../access/find-account.server.ts";
import { findLink, consumeLink } from "./email-links.server.ts";
import { endSessionsOf } from "../../access/end-sessions.server.ts";
import { markBrowser } from "../../access/known-browser.server.ts";
import { refuse } from "./messages.ts";
import type { Session } from "../../access/principal-context.ts";

export const RESETS_PER_LINK = rateLimit("resetPerLink", 10, 10 * MINUTE);

/** True if a reset link can still be used. Changes nothing. */
export async function isResetLink(services: Services, code: string): Promise<boolean> {
  return (await findLink(services, code))?.purpose === "password_reset";
}

const bySession: By<Session> = visitor;

/**
 * Uses a reset link. One transaction stores the new password as argon2id, ends every session of the person,
 * and writes a log entry about staff. Refuses an expired link and a common password. A refused link can be
 * used again.
 */
export const resetPassword = operation({
  name: "auth.reset_password",
  by: bySession,
  // The operation has no idempotency key, because a link works only once.
  keyless: true,
  input: resetForm,
  prepare: async ({ services }, { code, password }) => {
    if (!(await isResetLink(services, code))) return refuse("invalid", "reset_link_over");
    if (isCommonPassword(password)) return refuse("invalid", "common_password");
    const limit = await services.limits.consume(RESETS_PER_LINK, code);
    if (!limit.ok) return refuse("rate_limited", "too_many_resets", limit);
    return { ok: true, prepared: await hashPassword(password) };
  },
  on: async ({ services, tx }, { code }) => {
    const link = await consumeLink(services, tx, code, ["password_reset"]);
    const account = link && (await findAccount(tx, link.email));
    return account?.hash ? account : refuse("invalid", "reset_link_over");
  },
  run: async ({ services, tx, actor: session, at, prepared: hash }, _, { person, memberId }) => {
    await tx.update(passwords).set({ hash, updatedAt: at }).where(eq(passwords.userId, person.id));
    await endSessionsOf(tx, person.id);
    if (memberId) await logReset(tx, person, session.ip, at);
    // Marks this browser as known for this email address, which the person has just proved to own. The person can
    // then sign in even if strangers who guess passwords have used up the limits of unknown browsers.
    const cookie = await markBrowser(services, session.browser ?? null, person.email);
    return { ok: true, staff: memberId !== null, cookie };
  },
});

function logReset(tx: Tx, { id, email, fullName }: Person, ip: string, at: Date): Promise<void> {
  return recordOutsiderActivity(tx, { name: fullName ?? email, email, ip, id }, at, {
    action: "password_change",
    description: "Chose a new password by an emailed link",
    entityType: "admin",
    entityId: id,
  });
}
