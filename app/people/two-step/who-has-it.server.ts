/** STAFF-33: who has a second step, and who is asked for one. */
import { count, eq, sql } from "drizzle-orm";
import type { AdminRole } from "../../domain/admin-roles.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { adminMembers, sessions, twoStepRoles, twoSteps } from "../../platform/db/schema.ts";

/** A person's second step; null if they have none. `left`: how many recovery codes they have not used yet. */
export async function readTwoStep(db: Pick<Db, "select">, userId: string) {
  const [row] = await db
    .select({
      confirmedAt: twoSteps.confirmedAt,
      left: sql<number>`(select count(*)::int from recovery_codes r where r.user_id = ${twoSteps.userId} and r.used_at is null)`,
    })
    .from(twoSteps)
    .where(eq(twoSteps.userId, userId));
  return row ?? null;
}

export async function rolesAsked(db: Pick<Db, "select">): Promise<AdminRole[]> {
  const rows = await db.select().from(twoStepRoles);
  return rows.map(({ role }) => role);
}

export type SecondStep = "code" | "set-up" | null;

/** What follows a right password: the code of a person who has a second step, or the set-up of one who is asked. */
export async function secondStepOf(
  db: Pick<Db, "select">,
  { userId, role }: { userId: string; role: AdminRole },
): Promise<SecondStep> {
  if (await readTwoStep(db, userId)) return "code";
  return (await rolesAsked(db)).includes(role) ? "set-up" : null;
}

/** Removes a person's second step with its recovery codes. Returns false if they had none. */
export async function removeTwoStep(tx: Tx, userId: string): Promise<boolean> {
  const removed = await tx
    .delete(twoSteps)
    .where(eq(twoSteps.userId, userId))
    .returning({ userId: twoSteps.userId });
  return removed.length > 0;
}

/**
 * Ends the sessions of all members of staff who are asked for a second step and have none, so that they set it up as
 * they sign in again.
 */
export async function endSessionsWithoutTwoStep(tx: Tx): Promise<void> {
  await tx.delete(sessions).where(
    sql`${sessions.audience} = 'staff' and ${sessions.userId} in (
      select m.user_id from ${adminMembers} m join ${twoStepRoles} r on r.role = m.admin_role
      where not exists (select from ${twoSteps} t where t.user_id = m.user_id))`,
  );
}

/** How many super admins there are, and how many of them have a second step. */
export async function countSuperAdmins(db: Db): Promise<{ all: number; withTwoStep: number }> {
  const [row] = await db
    .select({ all: count(), withTwoStep: count(twoSteps.userId) })
    .from(adminMembers)
    .leftJoin(twoSteps, eq(twoSteps.userId, adminMembers.userId))
    .where(eq(adminMembers.adminRole, "super_admin"));
  return row!;
}
