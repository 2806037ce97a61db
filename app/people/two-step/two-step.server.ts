/** STAFF-33: the stored second steps: reading, writing and using them. */
import { and, count, eq, isNull, lt, sql } from "drizzle-orm";
import type { AdminRole } from "../../domain/admin-roles.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { adminMembers, recoveryCodes, sessions, twoStepRoles, twoSteps } from "../../platform/db/schema.ts";
import { seal, unseal } from "../../platform/sealed.server.ts";
import { counterOf, recoveryHash, tidied, type Drawn } from "./codes.server.ts";

const sealOf = (userId: string) => ({ purpose: "two-step", subject: userId });

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

/** The roles that are asked for a second step. */
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

/** How a code was right: by the app, or by a recovery code, of which some are left. */
export type Used = { by: "app" } | { by: "recovery"; left: number };

/**
 * Uses a code of a person's app, or a recovery code. Each is taken once, also if two requests bring it at the same
 * moment. Null if the code is wrong or was used; "unreadable" if the secret was encrypted with another APP_SECRET.
 */
export async function takeCode(
  tx: Tx,
  appSecret: string,
  { userId, code, at }: { userId: string; code: string; at: Date },
): Promise<Used | "unreadable" | null> {
  const [row] = await tx.select().from(twoSteps).where(eq(twoSteps.userId, userId)).for("update");
  if (!row) return null;
  const secret = unseal(appSecret, sealOf(userId), row.secret);
  const counter = secret === null ? null : counterOf(secret, tidied(code), at);
  if (counter !== null) {
    const used = await tx
      .update(twoSteps)
      .set({ lastCounter: counter })
      .where(and(eq(twoSteps.userId, userId), lt(twoSteps.lastCounter, counter)))
      .returning({ userId: twoSteps.userId });
    return used.length > 0 ? { by: "app" } : null;
  }
  const ofPerson = eq(recoveryCodes.userId, userId);
  const replaced = await tx
    .update(recoveryCodes)
    .set({ usedAt: at })
    .where(
      and(
        ofPerson,
        eq(recoveryCodes.hash, recoveryHash(appSecret, userId, code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId });
  if (replaced.length === 0) return secret === null ? "unreadable" : null;
  const [left] = await tx
    .select({ n: count() })
    .from(recoveryCodes)
    .where(and(ofPerson, isNull(recoveryCodes.usedAt)));
  return { by: "recovery", left: left!.n };
}

/**
 * Stores a person's second step in place of an earlier one. `code` is the first code of the app, which proves that it
 * has the secret, and is thereby used. Returns false if it is wrong.
 */
export async function storeTwoStep(
  tx: Tx,
  appSecret: string,
  { userId, drawn, code, at }: { userId: string; drawn: Drawn; code: string; at: Date },
): Promise<boolean> {
  const counter = counterOf(drawn.secret, tidied(code), at);
  if (counter === null) return false;
  const row = {
    secret: seal(appSecret, sealOf(userId), drawn.secret),
    lastCounter: counter,
    confirmedAt: at,
  };
  await tx
    .insert(twoSteps)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: twoSteps.userId, set: row });
  await storeRecoveryCodes(tx, appSecret, { userId, codes: drawn.recovery, at });
  return true;
}

/** Stores recovery codes in place of earlier ones. */
export async function storeRecoveryCodes(
  tx: Tx,
  appSecret: string,
  { userId, codes, at }: { userId: string; codes: readonly string[]; at: Date },
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, hash: recoveryHash(appSecret, userId, code), issuedAt: at })));
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
