/** The first super admin, created at the start when there is none, and the operator's commands. */
import { randomInt } from "node:crypto";
import { and, eq, ne, sql } from "drizzle-orm";
import { asOperator } from "../access/actors.server.ts";
import { recordActivity } from "../access/record-activity.server.ts";
import { endSessionsOf } from "../access/end-sessions.server.ts";
import type { AdminRole } from "../domain/admin-roles.ts";
import { lockTeam } from "./team-lock.server.ts";
import type { Db, Tx } from "../platform/db/client.server.ts";
import { adminMembers, passwords, profiles } from "../platform/db/schema.ts";
import { foldEmail } from "../platform/http/fields.ts";
import { hashPassword } from "../platform/passwords.server.ts";

const OPERATOR = asOperator();
/** No lookalikes: read from a screen and typed once. */
const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

export class LastSuperAdminError extends Error {}

export function drawPassword(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}

/**
 * Makes a member of staff with this password and role, or gives an existing one both; ends their sessions. An existing
 * name stays where none is given. Logged as an action of the server operator. Throws where it would take the role from
 * the last super admin.
 */
export async function setAdmin(
  db: Db,
  input: { email: string; name: string | null; password: string; role: AdminRole },
  at: Date,
): Promise<"created" | "updated"> {
  const email = foldEmail(input.email);
  const hash = await hashPassword(input.password);
  return db.transaction(async (tx) => {
    await lockTeam(tx);
    const [firstName, ...rest] = (input.name ?? "").trim().split(/\s+/);
    const names = firstName ? { firstName, lastName: rest.join(" ") || null } : {};
    const [person] = await tx
      .insert(profiles)
      .values({ email, ...names, createdAt: at })
      .onConflictDoUpdate({ target: profiles.email, set: { ...names, updatedAt: at } })
      .returning({ id: profiles.id });
    const userId = person!.id;
    await tx
      .insert(passwords)
      .values({ userId, hash })
      .onConflictDoUpdate({ target: passwords.userId, set: { hash, updatedAt: at } });
    const [before] = await tx
      .select({ id: adminMembers.id, role: adminMembers.adminRole })
      .from(adminMembers)
      .where(eq(adminMembers.userId, userId));
    if (before && input.role !== "super_admin")
      await requireOtherSuperAdmin(tx, { userId, role: before.role }, email);
    await tx
      .insert(adminMembers)
      .values({ userId, adminRole: input.role, createdAt: at })
      .onConflictDoUpdate({ target: adminMembers.userId, set: { adminRole: input.role } });
    await endSessionsOf(tx, userId);
    await recordActivity(tx, OPERATOR, at, {
      action: before ? "update_admin" : "create_admin",
      description: `${email} as ${input.role}, at the command line`,
      entityType: "admin",
      entityId: userId,
    });
    return before ? "updated" : "created";
  });
}

/** Makes the first super admin when there is none. Returns what to print once, or null. */
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
  await setAdmin(db, { email: given.email, name: "Super Admin", password, role: "super_admin" }, at);
  return { email: given.email, password, drawn: given.password === null };
}

/** Sets the password of an admin user and ends their sessions. False where nobody with that email is an admin. */
export async function resetAdminPassword(
  db: Db,
  typedEmail: string,
  password: string,
  at: Date,
): Promise<boolean> {
  const email = foldEmail(typedEmail);
  const hash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const [member] = await tx
      .select({ userId: adminMembers.userId })
      .from(adminMembers)
      .innerJoin(profiles, eq(profiles.id, adminMembers.userId))
      .where(eq(profiles.email, email));
    if (!member) return false;
    const { userId } = member;
    await tx
      .insert(passwords)
      .values({ userId, hash, updatedAt: at })
      .onConflictDoUpdate({ target: passwords.userId, set: { hash, updatedAt: at } });
    await endSessionsOf(tx, userId);
    await recordActivity(tx, OPERATOR, at, {
      action: "password_change",
      description: `Reset the password of ${email} at the command line`,
      entityType: "admin",
      entityId: userId,
    });
    return true;
  });
}

export type StaffMember = { email: string; name: string | null; role: AdminRole; lastAccessAt: Date | null };

/** Everybody who may use the back office, by email. */
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
 * Takes the back office from a member of staff and ends their sessions. What they did stays in the log. False where
 * nobody with that email is an admin; throws for the last super admin.
 */
export async function disableAdmin(db: Db, typedEmail: string, at: Date): Promise<boolean> {
  const email = foldEmail(typedEmail);
  return db.transaction(async (tx) => {
    await lockTeam(tx);
    const [member] = await tx
      .select({ id: adminMembers.id, userId: adminMembers.userId, role: adminMembers.adminRole })
      .from(adminMembers)
      .innerJoin(profiles, eq(profiles.id, adminMembers.userId))
      .where(eq(profiles.email, email));
    if (!member) return false;
    await requireOtherSuperAdmin(tx, member, email);
    await tx.delete(adminMembers).where(eq(adminMembers.id, member.id));
    await endSessionsOf(tx, member.userId);
    await recordActivity(tx, OPERATOR, at, {
      action: "delete_admin",
      description: `${email}, at the command line`,
      entityType: "admin",
      entityId: member.userId,
    });
    return true;
  });
}

/** Throws where a super admin is the last one. */
async function requireOtherSuperAdmin(
  tx: Tx,
  { userId, role }: { userId: string; role: AdminRole },
  email: string,
): Promise<void> {
  if (role !== "super_admin") return;
  const [other] = await tx
    .select({ id: adminMembers.id })
    .from(adminMembers)
    .where(and(eq(adminMembers.adminRole, "super_admin"), ne(adminMembers.userId, userId)))
    .limit(1);
  if (!other) throw new LastSuperAdminError(`${email} is the last super admin and keeps that role`);
}
