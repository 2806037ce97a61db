/**
 * STAFF-11: changes of the team by super admins. Every change takes the same lock, and then checks again that the actor
 * is a super admin. So if two super admins remove each other at once, only the first removal succeeds. Nobody can
 * delete or demote their own login account, so there is always a super admin.
 */
import { and, eq, sql } from "drizzle-orm";
import * as z from "zod";
import { staff } from "../../access/by.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { endSessionsOf } from "../../access/end-sessions.server.ts";
import { mayAllOf } from "../../access/permissions.ts";
import type { Admin } from "../../access/actor.ts";
import { ADMIN_ROLE_NAMES } from "../../domain/admin-roles.ts";
import { splitName } from "../../domain/person-name.ts";
import { isCommonPassword } from "../../platform/common-passwords.server.ts";
import type { Tx } from "../../platform/db/client.server.ts";
import { adminMembers, hubMembers, hubs, passwords, profiles } from "../../platform/db/schema.ts";
import type { Refusal } from "../../platform/http/result.ts";
import { isUuid } from "../../platform/http/uuid.ts";
import { operation, type Work } from "../../platform/operations/operation.server.ts";
import { hashPassword, verifyPassword } from "../../platform/passwords.server.ts";
import { endSessionsWithoutTwoStep } from "../two-step/who-has-it.server.ts";
import { createAdminForm, editAdminForm, type CreateAdmin } from "./admin-form.ts";
import { findAdminUser, type AdminUser } from "./admin-team.server.ts";
import { refuse, TEAM_SENT_BEFORE } from "./messages.ts";
import { lockTeam } from "../../access/team-lock.server.ts";

type Change = Work<Admin>;
export const teamMemberForm = z.object({ id: z.string().max(40) });

/** Hashes a new password. Refuses a common password. */
async function hashOf(password: string) {
  if (isCommonPassword(password)) return refuse("invalid", "common_password");
  return { ok: true as const, prepared: await hashPassword(password) };
}

/** Locks the team against other changes. Refuses an actor who is no longer a super admin. */
export async function holdTeam({ tx, actor }: Pick<Change, "tx" | "actor">) {
  await lockTeam(tx);
  const [still] = await tx
    .select({ one: sql`1` })
    .from(adminMembers)
    .where(and(eq(adminMembers.id, actor.memberId), eq(adminMembers.adminRole, "super_admin")));
  return still ? null : refuse("forbidden", "role_changed");
}

export async function lockMember(work: Pick<Change, "tx" | "actor">, { id }: z.infer<typeof teamMemberForm>) {
  const refused = await holdTeam(work);
  if (refused) return refused;
  const found = isUuid(id) ? await findAdminUser(work.tx, eq(adminMembers.id, id)) : null;
  return found ?? refuse("not_found", "admin_gone");
}

/**
 * Makes a person an admin. An existing login account becomes an admin with this password. Refuses a person who is an
 * admin already.
 */
export const createAdmin = operation({
  name: "staff.create_admin",
  by: staff("manageAdmins"),
  input: createAdminForm,
  secrets: ["password"],
  prepare: (_, { password }) => hashOf(password),
  on: holdTeam,
  run: async ({ tx, actor, at, prepared: hash }, input) => {
    const already = await findAdminUser(tx, eq(profiles.email, input.email));
    if (already) return refuse("invalid", "admin_already");
    const hub = await findHub(tx, input.hub);
    if (hub && "ok" in hub) return hub;
    return insertAdmin(tx, actor, { ...input, hub, hash, at });
  },
  stored: ({ ok }) => ({ ok }),
  // The form's hash does not include the password. So the password of a repeated form is compared with the created
  // admin's password.
  again: async ({ tx }, { email, password }) => {
    const made = await findAdminUser(tx, eq(profiles.email, email));
    if (!made) return refuse("conflict", "sent_before");
    const [stored] = await tx.select().from(passwords).where(eq(passwords.userId, made.userId));
    return (await verifyPassword(password, stored?.hash ?? null))
      ? { ok: true, name: made.name ?? email }
      : refuse("conflict", "sent_before");
  },
  conflict: () => TEAM_SENT_BEFORE,
});

async function insertAdmin(
  tx: Tx,
  actor: Admin,
  {
    email,
    name,
    role,
    hub,
    hash,
    at,
  }: Pick<CreateAdmin, "email" | "name" | "role"> & {
    hub: Hub | null;
    hash: string;
    at: Date;
  },
): Promise<{ ok: true; name: string }> {
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
  const [made] = await tx
    .insert(adminMembers)
    .values({ userId, adminRole: role, createdAt: at })
    .returning({ id: adminMembers.id });
  if (hub) await tx.insert(hubMembers).values({ memberId: made!.id, hubId: hub.id });
  await recordActivity(tx, actor, at, {
    action: "create_admin",
    description: `${email} as ${ADMIN_ROLE_NAMES[role]}${hub ? `, hub ${hub.name}` : ""}`,
    entityType: "admin",
    entityId: userId,
  });
  return { ok: true, name: fullName ?? name };
}

/**
 * Changes an admin user's name, role, hub and password (if given). Writes only differences. Refuses a change of the
 * actor's own role, and of the actor's own password (use Personal Settings). A demotion or a new password ends the
 * admin user's sessions.
 */
export const updateAdmin = operation({
  name: "staff.update_admin",
  by: staff("manageAdmins"),
  keyless: true,
  input: editAdminForm.safeExtend(teamMemberForm.shape),
  prepare: async (_, { password }) => (password ? hashOf(password) : { ok: true, prepared: null }),
  on: lockMember,
  run: async (work, { name, role = null, hub: chosen }, before) => {
    const { tx, actor, at, prepared: hash } = work;
    const hub = await findHub(tx, chosen ?? before.hubId ?? "");
    if (hub && "ok" in hub) return hub;
    const after = { name, role: role ?? before.role, hub, hash };
    if (after.role === "hub_clerk" && !hub) return refuse("invalid", "hub_missing");
    if (before.userId === actor.person.id) {
      if (after.role !== before.role) return refuse("forbidden", "own_role");
      if (hash) return refuse("forbidden", "own_password");
    }
    const changes = await writeChanges(tx, before, after, at);
    if (changes.length > 0)
      await recordActivity(tx, actor, at, {
        action: "update_admin",
        description: `${before.email}: ${changes.join(", ")}`,
        entityType: "admin",
        entityId: before.userId,
      });
    return { ok: true, name };
  },
});

type Hub = { id: string; name: string };
type After = Pick<AdminUser, "role"> & { name: string; hub: Hub | null; hash: string | null };

/** Finds a hub and locks its row until the change is written. Null if the id is empty. */
async function findHub(tx: Tx, id: string): Promise<Hub | null | Refusal> {
  if (id === "") return null;
  const [hub] = isUuid(id)
    ? await tx.select({ id: hubs.id, name: hubs.name }).from(hubs).where(eq(hubs.id, id)).for("key share")
    : [];
  return hub ?? refuse("invalid", "hub_gone");
}

/** Writes the values that differ, and returns the differences in words. */
async function writeChanges(tx: Tx, before: AdminUser, { name, role, hub, hash }: After, at: Date) {
  const { id, userId } = before;
  const changes: string[] = [];
  if (name !== before.name) {
    await tx
      .update(profiles)
      .set({ ...splitName(name), updatedAt: at })
      .where(eq(profiles.id, userId));
    changes.push("name");
  }
  if (role !== before.role) {
    await tx.update(adminMembers).set({ adminRole: role }).where(eq(adminMembers.id, id));
    changes.push(`role ${ADMIN_ROLE_NAMES[before.role]} → ${ADMIN_ROLE_NAMES[role]}`);
  }
  if ((hub?.id ?? null) !== before.hubId) {
    await tx.delete(hubMembers).where(eq(hubMembers.memberId, id));
    if (hub) await tx.insert(hubMembers).values({ memberId: id, hubId: hub.id });
    changes.push(`hub ${before.hubName ?? "none"} → ${hub?.name ?? "none"}`);
  }
  if (hash) {
    await givePassword(tx, userId, hash, at);
    changes.push("password");
  }
  if (!mayAllOf(role, before.role)) await endSessionsOf(tx, userId);
  await endSessionsWithoutTwoStep(tx);
  return changes;
}

/** Removes a membership and ends the person's sessions. The profile stays. Refuses the actor's own membership. */
export const deleteAdmin = operation({
  name: "staff.delete_admin",
  by: staff("manageAdmins"),
  input: teamMemberForm,
  on: lockMember,
  run: async ({ tx, actor, at }, { id }, { userId, name, email, role }) => {
    if (userId === actor.person.id) return refuse("forbidden", "own_account");
    await tx.delete(adminMembers).where(eq(adminMembers.id, id));
    await endSessionsOf(tx, userId);
    await recordActivity(tx, actor, at, {
      action: "delete_admin",
      description: `${email}, who was ${ADMIN_ROLE_NAMES[role]}`,
      entityType: "admin",
      entityId: userId,
    });
    return { ok: true, name: name ?? email };
  },
  stored: ({ ok }) => ({ ok }),
  conflict: () => TEAM_SENT_BEFORE,
});

/** Stores a new password and ends the sessions that began with the old password. */
async function givePassword(tx: Tx, userId: string, hash: string, at: Date): Promise<void> {
  const replaced = await tx
    .update(passwords)
    .set({ hash, updatedAt: at })
    .where(eq(passwords.userId, userId))
    .returning({ userId: passwords.userId });
  if (replaced.length > 0) await endSessionsOf(tx, userId);
  else await tx.insert(passwords).values({ userId, hash, updatedAt: at });
}
