/**
 * STAFF-11: the admin users and their changes by super admins. Every change takes one lock and checks again that the
 * actor is still a super admin: of two who remove each other at once the second fails. As nobody may delete or demote
 * themselves, there is always a super admin.
 */
import { and, asc, eq, sql } from "drizzle-orm";
import { splitName } from "../domain/person-name.ts";
import { ADMIN_ROLES, ADMIN_ROLE_NAMES, type AdminRole } from "../domain/permissions.ts";
import { endSessionsOf } from "../auth/end-sessions.server.ts";
import { recordActivity } from "../activity-log/activity-log.server.ts";
import type { Db, Tx } from "../platform/db/client.server.ts";
import { adminMembers, passwords, profiles } from "../platform/db/schema.ts";
import { COMMON_PASSWORD, isCommonPassword } from "../platform/common-passwords.server.ts";
import { foldEmail } from "../platform/http/fields.ts";
import { hashPassword, verifyPassword } from "../platform/passwords.server.ts";
import { refuse, type Result } from "../platform/http/result.ts";
import { claimKey, idempotencyKey, withClaimedKey } from "../platform/idempotency/idempotency.server.ts";
import type { Services } from "../platform/services.server.ts";
import type { CreateAdmin, EditAdmin } from "./admin-form.ts";
import { lockTeam } from "./team-lock.server.ts";
import type { SuperAdmin } from "../domain/actor.ts";

export type AdminUser = {
  id: string;
  userId: string;
  name: string | null;
  email: string;
  role: AdminRole;
  createdAt: Date;
  lastAccessAt: Date | null;
};
export type TeamChanged = Result<{ name: string }, "invalid" | "forbidden" | "not_found" | "conflict">;

const ROLE_CHANGED = "Only administrators can access this page. Your own role has just been changed.";
const NO_LONGER = refuse("forbidden", ROLE_CHANGED);
export const ADMIN_GONE = refuse("not_found", "This admin user was removed or the link is wrong.");
const SENT_BEFORE =
  "This form was already sent with other details: check the list. Nothing was changed now. Send it again to do it.";
const TOO_COMMON = refuse("invalid", { password: COMMON_PASSWORD });

const columns = {
  id: adminMembers.id,
  userId: adminMembers.userId,
  name: profiles.fullName,
  email: profiles.email,
  role: adminMembers.adminRole,
  createdAt: adminMembers.createdAt,
  lastAccessAt: adminMembers.lastAccessAt,
};

/** All admin users, the longest serving first. For a super admin. */
export async function listAdmins(db: Db): Promise<AdminUser[]> {
  return db
    .select(columns)
    .from(adminMembers)
    .innerJoin(profiles, eq(profiles.id, adminMembers.userId))
    .orderBy(asc(adminMembers.createdAt), asc(adminMembers.id));
}

/**
 * Makes a person an admin. An existing account keeps its name and gets the membership and the password. Refuses a
 * person who is an admin already.
 */
export async function createAdmin(
  services: Services,
  actor: SuperAdmin,
  input: CreateAdmin,
  key: string,
): Promise<TeamChanged> {
  const at = services.now();
  const email = foldEmail(input.email);
  if (isCommonPassword(input.password)) return TOO_COMMON;
  const hash = await hashPassword(input.password);
  return services.db.transaction(async (tx): Promise<TeamChanged> => {
    if (!(await stillSuperAdmin(tx, actor))) return NO_LONGER;
    const form = idempotencyKey(services, key, { create: email, name: input.name, role: input.role });
    return withClaimedKey<object, TeamChanged>(
      tx,
      form,
      {
        // The password is in no form's hash: it is compared with the one that was stored.
        repeat: async () => {
          const [member] = await find(tx, eq(profiles.email, email));
          if (!member) return refuse("conflict", SENT_BEFORE);
          const [stored] = await tx.select().from(passwords).where(eq(passwords.userId, member.userId));
          return (await verifyPassword(input.password, stored?.hash ?? null))
            ? { ok: true, name: member.name ?? email }
            : refuse("conflict", SENT_BEFORE);
        },
        conflict: () => SENT_BEFORE,
      },
      async () => {
        const [member] = await find(tx, eq(profiles.email, email));
        if (member)
          return refuse("invalid", { email: "This person is an admin user already. Edit them in the list." });
        if (!(await claimKey(tx, form, {}, at))) return null;
        return insertAdmin(tx, actor, { ...input, email, hash, at });
      },
    );
  });
}

async function insertAdmin(
  tx: Tx,
  actor: SuperAdmin,
  { email, name, role, hash, at }: Pick<CreateAdmin, "email" | "name" | "role"> & { hash: string; at: Date },
): Promise<TeamChanged> {
  await tx
    .insert(profiles)
    .values({ email, ...splitName(name), createdAt: at, updatedAt: at })
    .onConflictDoNothing();
  const [person] = await tx.select().from(profiles).where(eq(profiles.email, email)).for("update");
  if (!person) throw new Error("a profile was not written");
  const { id: userId, fullName } = person;
  if (!fullName)
    await tx
      .update(profiles)
      .set({ ...splitName(name), updatedAt: at })
      .where(eq(profiles.id, userId));
  await givePassword(tx, userId, hash, at);
  await tx.insert(adminMembers).values({ userId, adminRole: role, createdAt: at });
  await recordActivity(tx, actor, at, {
    action: "create_admin",
    description: `${email} as ${ADMIN_ROLE_NAMES[role]}`,
    entityType: "admin",
    entityId: userId,
  });
  return { ok: true, name: fullName ?? name };
}

/**
 * Changes name, role and, where given, password of an admin user; writes only what differs. Refuses a change of one's
 * own role, and of one's own password, which Personal Settings changes. A demotion or a new password ends the person's
 * sessions.
 */
export async function updateAdmin(
  services: Services,
  actor: SuperAdmin,
  id: string,
  input: EditAdmin,
): Promise<TeamChanged> {
  const at = services.now();
  if (isCommonPassword(input.password)) return TOO_COMMON;
  const hash = input.password ? await hashPassword(input.password) : null;
  return services.db.transaction(async (tx): Promise<TeamChanged> => {
    if (!(await stillSuperAdmin(tx, actor))) return NO_LONGER;
    const [member] = await find(tx, eq(adminMembers.id, id));
    if (!member) return ADMIN_GONE;
    const role = input.role ?? member.role;
    const own = member.userId === actor.person.id;
    if (own && role !== member.role)
      return refuse("forbidden", { role: "You cannot change your own role. Another super admin can." });
    if (own && hash)
      return refuse("forbidden", { password: "Change your own password in Personal Settings." });
    const changes: string[] = [];
    if (input.name !== member.name) {
      await tx
        .update(profiles)
        .set({ ...splitName(input.name), updatedAt: at })
        .where(eq(profiles.id, member.userId));
      changes.push("name");
    }
    if (role !== member.role) {
      await tx.update(adminMembers).set({ adminRole: role }).where(eq(adminMembers.id, id));
      changes.push(`role ${ADMIN_ROLE_NAMES[member.role]} → ${ADMIN_ROLE_NAMES[role]}`);
    }
    if (hash) {
      await givePassword(tx, member.userId, hash, at);
      changes.push("password");
    }
    if (ADMIN_ROLES.indexOf(role) > ADMIN_ROLES.indexOf(member.role)) await endSessionsOf(tx, member.userId);
    if (changes.length > 0) {
      await recordActivity(tx, actor, at, {
        action: "update_admin",
        description: `${member.email}: ${changes.join(", ")}`,
        entityType: "admin",
        entityId: member.userId,
      });
    }
    return { ok: true, name: input.name };
  });
}

/** Removes the membership and ends all sessions; the person stays. Refuses one's own. */
export async function deleteAdmin(
  services: Services,
  actor: SuperAdmin,
  id: string,
  key: string,
): Promise<TeamChanged> {
  const at = services.now();
  return services.db.transaction(async (tx): Promise<TeamChanged> => {
    if (!(await stillSuperAdmin(tx, actor))) return NO_LONGER;
    const form = idempotencyKey(services, key, { delete: id });
    return withClaimedKey<object, TeamChanged>(
      tx,
      form,
      { repeat: () => ({ ok: true, name: "" }), conflict: () => SENT_BEFORE },
      async () => {
        const [member] = await find(tx, eq(adminMembers.id, id));
        if (!member) return ADMIN_GONE;
        if (member.userId === actor.person.id)
          return refuse("forbidden", "You cannot delete your own account.");
        if (!(await claimKey(tx, form, {}, at))) return null;
        await tx.delete(adminMembers).where(eq(adminMembers.id, id));
        await endSessionsOf(tx, member.userId);
        await recordActivity(tx, actor, at, {
          action: "delete_admin",
          description: `${member.email}, who was ${ADMIN_ROLE_NAMES[member.role]}`,
          entityType: "admin",
          entityId: member.userId,
        });
        return { ok: true, name: member.name ?? member.email };
      },
    );
  });
}

async function stillSuperAdmin(tx: Tx, actor: SuperAdmin): Promise<boolean> {
  await lockTeam(tx);
  const [row] = await tx
    .select({ one: sql`1` })
    .from(adminMembers)
    .where(and(eq(adminMembers.id, actor.memberId), eq(adminMembers.adminRole, "super_admin")));
  return row !== undefined;
}

function find(tx: Tx, where: ReturnType<typeof eq>) {
  return tx
    .select(columns)
    .from(adminMembers)
    .innerJoin(profiles, eq(profiles.id, adminMembers.userId))
    .where(where);
}

/** Replacing a password ends the sessions that the old one began. */
async function givePassword(tx: Tx, userId: string, hash: string, at: Date): Promise<void> {
  const replaced = await tx
    .update(passwords)
    .set({ hash, updatedAt: at })
    .where(eq(passwords.userId, userId))
    .returning({ userId: passwords.userId });
  if (replaced.length > 0) await endSessionsOf(tx, userId);
  else await tx.insert(passwords).values({ userId, hash, updatedAt: at });
}
