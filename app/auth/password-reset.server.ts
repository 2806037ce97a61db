/** STAFF-3: a forgotten staff password: a link by email, then a new one. */
import { eq } from "drizzle-orm";
import { recordOutsiderActivity } from "../access/record-activity.server.ts";
import { passwords } from "../platform/db/schema.ts";
import { COMMON_PASSWORD } from "../platform/common-password.ts";
import { isCommonPassword } from "../platform/common-passwords.server.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import { refuseTooMany } from "../platform/limits/rate-limiter.server.ts";
import { hashPassword } from "../platform/passwords.server.ts";
import type { Services } from "../platform/services.server.ts";
import { findAccount } from "../access/find-account.server.ts";
import { findLink, consumeLink } from "./email-links.server.ts";
import { endSessionsOf } from "../access/end-sessions.server.ts";

export type PasswordReset = Result<{ staff: boolean; email: string }, "invalid" | "rate_limited">;

const LINK_INVALID = refuse("invalid", { link: "Invalid or expired reset link" });

/** Whether a reset link could be used now. Reads only. */
export async function isResetLink(services: Services, code: string): Promise<boolean> {
  return (await findLink(services, code))?.purpose === "password_reset";
}

/**
 * Consumes a reset link: stores the new password as argon2id, ends every session of its owner, and logs it for staff,
 * in one transaction. Refuses a link that no longer works, and a common password; such a refusal uses nothing up.
 */
export async function resetPassword(
  services: Services,
  { code, password, ip }: { code: string; password: string; ip: string },
): Promise<PasswordReset> {
  if (!(await isResetLink(services, code))) return LINK_INVALID;
  if (isCommonPassword(password)) return refuse("invalid", { password: COMMON_PASSWORD });
  const { db, limits } = services;
  const limit = await limits.consume("resetPerLink", code);
  if (!limit.ok) return refuseTooMany("", limit);
  const hash = await hashPassword(password);
  const at = services.now();
  const done = await db.transaction(async (tx) => {
    const link = await consumeLink(services, tx, code, ["password_reset"]);
    if (!link) return null;
    const account = await findAccount(tx, link.email);
    if (!account?.hash) return null;
    const { person, memberId } = account;
    await tx.update(passwords).set({ hash, updatedAt: at }).where(eq(passwords.userId, person.id));
    await endSessionsOf(tx, person.id);
    if (memberId) {
      await recordOutsiderActivity(
        tx,
        { name: person.fullName ?? person.email, email: person.email, ip, id: person.id },
        at,
        {
          action: "password_change",
          description: "Chose a new password by an emailed link",
          entityType: "admin",
          entityId: person.id,
        },
      );
    }
    return { staff: memberId !== null, email: person.email };
  });
  if (!done) return LINK_INVALID;
  return { ok: true, ...done };
}
