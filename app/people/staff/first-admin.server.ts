/** Creates the first super admin if the server starts without one. Also the operator's commands about admins. */
import { randomInt } from "node:crypto";
import { and, eq, ne, sql } from "drizzle-orm";
import * as z from "zod";
import { operatorCommand } from "../../access/operator-command.server.ts";
import { recordActivity } from "../../access/record-activity.server.ts";
import { endSessionsOf } from "../../access/end-sessions.server.ts";
import { ADMIN_ROLES, type AdminRole } from "../../domain/admin-roles.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { adminMembers, passwords, profiles } from "../../platform/db/schema.ts";
import { foldEmail } from "../../platform/http/fields.ts";
import { refusalText } from "../../platform/http/result.ts";
import { hashPassword } from "../../platform/passwords.server.ts";
import { removeTwoStep } from "../two-step/who-has-it.server.ts";
import { findAdminUser } from "./admin-team.server.ts";
import { refuse } from "./messages.ts";
import { lockTeam } from "../../access/team-lock.server.ts";

/** The characters of a first password. Lookalikes are left out, because people read and type the password. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

export function drawPassword(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}

const forEmail = z.object({ email: z.string().transform(foldEmail) });

/**
 * Gives a person a membership with this password and role, and ends the person's sessions. The person may be a member
 * already. If no new name is given, an existing name stays. The log has the server operator as the author. Refuses
 * another role for the last super admin.
 */
export const setAdmin = operatorCommand({
  name: "staff.set_admin",
  input: forEmail.extend({ name: z.string().nullable(), password: z.string(), role: z.enum(ADMIN_ROLES) }),
  prepare: ({ password }) => hashPassword(password),
  run: async ({ tx, actor, at, prepared: hash }, { email, name, role }) => {
    await lockTeam(tx);
    const userId = await setPerson(tx, email, name, at);
    await setPassword(tx, userId, hash, at);
    const [before] = await tx
      .select({ role: adminMembers.adminRole })
      .from(adminMembers)
      .where(eq(adminMembers.userId, userId));
    if (before && role !== "super_admin" && (await isLastSuperAdmin(tx, { userId, role: before.role })))
      return refuse("conflict", "last_super_admin", { email });
    await tx
      .insert(adminMembers)
      .values({ userId, adminRole: role, createdAt: at })
      .onConflictDoUpdate({ target: adminMembers.userId, set: { adminRole: role } });
    await endSessionsOf(tx, userId);
    await recordActivity(tx, actor, at, {
      action: before ? "update_admin" : "create_admin",
      description: `${email} as ${role}, at the command line`,
      entityType: "admin",
      entityId: userId,
    });
    return { ok: true, created: !before };
  },
});

/** Creates the profile of an email address, or changes its name if a name is given. Returns its id. */
async function setPerson(tx: Tx, email: string, name: string | null, at: Date): Promise<string> {
  const [firstName, ...rest] = (name ?? "").trim().split(/\s+/);
  const names = firstName ? { firstName, lastName: rest.join(" ") || null } : {};
  const [person] = await tx
    .insert(profiles)
    .values({ email, ...names, createdAt: at })
    .onConflictDoUpdate({ target: profiles.email, set: { ...names, updatedAt: at } })
    .returning({ id: profiles.id });
  return person!.id;
}

async function setPassword(tx: Tx, userId: string, hash: string, at: Date): Promise<void> {
  await tx
    .insert(passwords)
    .values({ userId, hash, updatedAt: at })
    .onConflictDoUpdate({ target: passwords.userId, set: { hash, updatedAt: at } });
}

/** Creates the first super admin. Returns email and password, to print once. Null if there is one already. */
export async function ensureFirstAdmin(
  db: Db,
  given: { email: string; password: string | null },
  at: Date,
): Promise<{ email: string; password: string; drawn: boolean } | null> {
  const [member] = await db
    .select({ id: adminMembers.id })
    .from(adminMembers)
    .where(eq(adminMembers.adminRole, "super_admin"))
    .limit(1);
  if (member) return null;
  const password = given.password ?? drawPassword();
  const { email } = given;
  const made = await setAdmin(db, { email, name: "Super Admin", password, role: "super_admin" }, at);
  if (!made.ok) throw new Error(refusalText(made));
  return { email, password, drawn: given.password === null };
}

/** Sets an admin user's password and ends the sessions. Refuses an email address without an admin. */
export const resetAdminPassword = operatorCommand({
  name: "staff.reset_password",
  input: forEmail.extend({ password: z.string() }),
  prepare: ({ password }) => hashPassword(password),
  run: async ({ tx, actor, at, prepared: hash }, { email }) => {
    const member = await findAdminUser(tx, eq(profiles.email, email));
    if (!member) return refuse("not_found", "no_admin", { email });
    const { userId } = member;
    await setPassword(tx, userId, hash, at);
    await endSessionsOf(tx, userId);
    await recordActivity(tx, actor, at, {
      action: "password_change",
      description: `Reset the password of ${email} at the command line`,
      entityType: "admin",
      entityId: userId,
    });
    return { ok: true };
  },
});

/**
 * Removes an admin user's two-step sign-in and ends the sessions. A user whose role needs two-step sign-in
 * sets it up again. Refuses an email address without an admin, and an admin without two-step sign-in.
 */
export const resetTwoStep = operatorCommand({
  name: "staff.reset_two_step",
  input: forEmail,
  run: async ({ tx, actor, at }, { email }) => {
    const member = await findAdminUser(tx, eq(profiles.email, email));
    if (!member) return refuse("not_found", "no_admin", { email });
    const { userId } = member;
    if (!(await removeTwoStep(tx, userId))) return refuse("conflict", "no_two_step", { email });
    await endSessionsOf(tx, userId);
    await recordActivity(tx, actor, at, {
      action: "two_step",
      description: `Reset the two-step sign-in of ${email} at the command line`,
      entityType: "admin",
      entityId: userId,
    });
    return { ok: true };
  },
});

export type StaffMember = { email: string; name: string | null; role: AdminRole; lastAccessAt: Date | null };

/** Lists everybody who may use the back office, by email address. */
export async function listStaff(db: Db): Promise<StaffMember[]> {
  return db
    .select({
      email: profiles.email,
      name: sql<string | null>`nullif(concat_ws(' ', ${profiles.firstName}, ${profiles.lastName}), '')`,
      role: adminMembers.adminRole,
      lastAccessAt: adminMembers.lastAccessAt,
    })
    .from(adminMembers)
    .innerJoin(profiles, eq(profiles.id, adminMembers.userId))
    .orderBy(profiles.email);
}

/**
 * Removes a member of staff and ends the member's sessions. The log entries stay. Refuses an email address
 * without an admin, and the last super admin.
 */
export const disableAdmin = operatorCommand({
  name: "staff.disable_admin",
  input: forEmail,
  run: async ({ tx, actor, at }, { email }) => {
    await lockTeam(tx);
    const member = await findAdminUser(tx, eq(profiles.email, email));
    if (!member) return refuse("not_found", "no_admin", { email });
    if (await isLastSuperAdmin(tx, member)) return refuse("conflict", "last_super_admin", { email });
    await tx.delete(adminMembers).where(eq(adminMembers.id, member.id));
    await endSessionsOf(tx, member.userId);
    await recordActivity(tx, actor, at, {
      action: "delete_admin",
      description: `${email}, at the command line`,
      entityType: "admin",
      entityId: member.userId,
    });
    return { ok: true };
  },
});

async function isLastSuperAdmin(
  tx: Tx,
  { userId, role }: { userId: string; role: AdminRole },
): Promise<boolean> {
  if (role !== "super_admin") return false;
  const [other] = await tx
    .select({ id: adminMembers.id })
    .from(adminMembers)
    .where(and(eq(adminMembers.adminRole, "super_admin"), ne(adminMembers.userId, userId)))
    .limit(1);
  return !other;
}
