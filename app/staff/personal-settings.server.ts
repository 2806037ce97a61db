/** STAFF-12: the name and password of a member of staff. */
import { eq } from "drizzle-orm";
import { recordActivity } from "../activity-log/activity-log.server.ts";
import { passwords, profiles } from "../platform/db/schema.ts";
import { COMMON_PASSWORD, isCommonPassword } from "../platform/common-passwords.server.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import { waitText } from "../platform/limits/rate-limiter.server.ts";
import { hashPassword, verifyPassword } from "../platform/passwords.server.ts";
import type { Services } from "../platform/services.server.ts";
import { splitName } from "../domain/person-name.ts";
import type { PersonalSettings } from "./personal-settings.ts";
import { endSessionsOf } from "../auth/end-sessions.server.ts";
import type { Admin } from "../domain/actor.ts";

export type OwnSettings = Result<{ changed: ("name" | "password")[] }, "invalid" | "rate_limited">;

/**
 * Writes the name and the password where they differ. A new password needs the current one, ends every session of this
 * person except `keepSession`, and is logged. Wrong current passwords have a limit of their own, which nobody can use
 * up without being signed in.
 */
export async function changeOwnSettings(
  { db, limits, now }: Services,
  admin: Admin,
  keepSession: Buffer | null,
  input: PersonalSettings,
): Promise<OwnSettings> {
  const { id, email } = admin.person;
  let hash: string | null = null;
  if (input.newPassword) {
    if (isCommonPassword(input.newPassword)) return refuse("invalid", { newPassword: COMMON_PASSWORD });
    const own = ["passwordPerPair", `${email} signed in`] as const;
    const limit = await limits.consume(...own);
    if (!limit.ok) {
      const wait = limit.retryAfterSeconds;
      const errors = { currentPassword: `Too many wrong passwords were tried. ${waitText(wait)}` };
      return refuse("rate_limited", errors, wait);
    }
    const [row] = await db.select({ hash: passwords.hash }).from(passwords).where(eq(passwords.userId, id));
    if (!(await verifyPassword(input.currentPassword, row?.hash ?? null))) {
      return refuse("invalid", { currentPassword: "Current password is incorrect" });
    }
    await limits.clear(...own);
    hash = await hashPassword(input.newPassword);
  }
  const at = now();
  const changed = await db.transaction(async (tx) => {
    const done: ("name" | "password")[] = [];
    if (input.name !== admin.person.fullName) {
      await tx
        .update(profiles)
        .set({ ...splitName(input.name), updatedAt: at })
        .where(eq(profiles.id, id));
      await recordActivity(tx, admin, at, {
        action: "profile_change",
        description: "Changed their name",
        entityType: "admin",
        entityId: id,
      });
      done.push("name");
    }
    if (hash) {
      await tx.update(passwords).set({ hash, updatedAt: at }).where(eq(passwords.userId, id));
      await endSessionsOf(tx, id, keepSession);
      await recordActivity(tx, admin, at, {
        action: "password_change",
        description: "Changed their password",
        entityType: "admin",
        entityId: id,
      });
      done.push("password");
    }
    return done;
  });
  return { ok: true, changed };
}
