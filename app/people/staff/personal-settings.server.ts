/** STAFF-12: the name and password of a member of staff. */
import { eq } from "drizzle-orm";
import { anyStaff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { endSessionsOf } from "../../access/end-sessions.server.ts";
import type { Admin } from "../../access/actor.ts";
import { splitName } from "../../domain/person-name.ts";
import { isCommonPassword } from "../../platform/common-passwords.server.ts";
import { passwords, profiles } from "../../platform/db/schema.ts";
import type { By } from "../../platform/operations/declaration.ts";
import { operation } from "../../platform/operations/operation.server.ts";
import { hashPassword, verifyPassword } from "../../platform/passwords.server.ts";
import { refuse } from "./messages.ts";
import { personalSettingsForm } from "./personal-settings.ts";
import { PASSWORDS_PER_PAIR } from "./staff-sign-in.server.ts";

/** A member of staff, with the current session. A new password ends all the person's sessions except this one. */
export type AdminInSession = Admin & { sessionHash: Buffer | null };
const inSession: By<AdminInSession> = anyStaff;

/**
 * Writes a changed name and password. A new password needs the current password, ends every other session of
 * this person, and is logged. Wrong current passwords have a limit of their own, which only this person's
 * sessions can use up.
 */
export const changeOwnSettings = operation({
  name: "staff.change_own_settings",
  by: inSession,
  keyless: true,
  input: personalSettingsForm,
  prepare: async ({ services, actor }, { currentPassword, newPassword }) => {
    if (!newPassword) return { ok: true, prepared: null };
    if (isCommonPassword(newPassword)) return refuse("invalid", "common_new_password");
    const { db, limits } = services;
    const { id, email } = actor.person;
    const own = [PASSWORDS_PER_PAIR, `${email} signed in`] as const;
    const limit = await limits.consume(...own);
    if (!limit.ok) return refuse("rate_limited", "too_many_passwords", limit);
    const [row] = await db.select({ hash: passwords.hash }).from(passwords).where(eq(passwords.userId, id));
    if (!(await verifyPassword(currentPassword, row?.hash ?? null)))
      return refuse("invalid", "wrong_current_password");
    await limits.clear(...own);
    return { ok: true, prepared: await hashPassword(newPassword) };
  },
  run: async ({ tx, actor, at, prepared: hash }, { name }) => {
    const { id, fullName } = actor.person;
    const changed: ("name" | "password")[] = [];
    if (name !== fullName) {
      await tx
        .update(profiles)
        .set({ ...splitName(name), updatedAt: at })
        .where(eq(profiles.id, id));
      await recordActivity(tx, actor, at, {
        action: "profile_change",
        description: "Changed their name",
        entityType: "admin",
        entityId: id,
      });
      changed.push("name");
    }
    if (hash) {
      await tx.update(passwords).set({ hash, updatedAt: at }).where(eq(passwords.userId, id));
      await endSessionsOf(tx, id, actor.sessionHash);
      await recordActivity(tx, actor, at, {
        action: "password_change",
        description: "Changed their password",
        entityType: "admin",
        entityId: id,
      });
      changed.push("password");
    }
    return { ok: true, changed };
  },
});
