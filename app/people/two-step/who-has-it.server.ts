/** STAFF-33: the people with a second step, and the people who need one. */
import { count, eq, sql } from "drizzle-orm";
import type { AdminRole } from "../../domain/admin-roles.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { adminMembers, sessions, twoStepRoles, twoSteps } from "../../platform/db/schema.ts";

/** Reads a person's second step, or null. `left` is the number of unused recovery codes. */
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

/** Returns what follows a right password: a code for a person with a second step, or a required set-up. */
export async function secondStepOf(
  db: Pick<Db, "select">,
  { userId, role }: { userId: string; role: AdminRole },
): Promise<SecondStep> {
  if (await readTwoStep(db, userId)) return "code";
  return (await rolesAsked(db)).includes(role) ? "set-up" : null;
}

/** Removes the second step and its recovery codes. Returns false if there was none. */
export async function removeTwoStep(tx: Tx, userId: string): Promise<boolean> {
  const removed = await tx
    .delete(twoSteps)
    .where(eq(twoSteps.userId, userId))
    .returning({ userId: twoSteps.userId });
  return removed.length > 0;
}

/** Ends the sessions of staff who need a second step and have none. They set it up at the next sign-in. */
export async function endSessionsWithoutTwoStep(tx: Tx): Promise<void> {
  await tx.delete(sessions).where(
    sql`${sessions.audience} = 'staff' and ${sessions.userId} in (
      select m.user_id from ${adminMembers} m join ${twoStepRoles} r on r.role = m.admin_role
      where not exists (select from ${twoSteps} t where t.user_id = m.user_id))`,
  );
}

/** Counts the super admins, and those who have a second step. */
export async function countSuperAdmins(db: Db): Promise<{ all: number; withTwoStep: number }> {
  const [row] = await db
    .select({ all: count(), withTwoStep: count(twoSteps.userId) })
    .from(adminMembers)
    .leftJoin(twoSteps, eq(twoSteps.userId, adminMembers.userId))
    .where(eq(adminMembers.adminRole, "super_admin"));
  return row!;
}
