/** STAFF-11: the admin users. */
import { asc, eq, sql, type SQL } from "drizzle-orm";
import type { AdminRole } from "../../domain/admin-roles.ts";
import type { Db, Tx } from "../../platform/db/client.server.ts";
import { adminMembers, hubMembers, hubs, profiles, twoSteps } from "../../platform/db/schema.ts";

export type AdminUser = {
  id: string;
  userId: string;
  name: string | null;
  email: string;
  role: AdminRole;
  createdAt: Date;
  lastAccessAt: Date | null;
  hubId: string | null;
  hubName: string | null;
  /** STAFF-33: true if the person signs in with a password and a code. */
  twoStep: boolean;
};

const columns = {
  id: adminMembers.id,
  userId: adminMembers.userId,
  name: profiles.fullName,
  email: profiles.email,
  role: adminMembers.adminRole,
  createdAt: adminMembers.createdAt,
  lastAccessAt: adminMembers.lastAccessAt,
  hubId: hubMembers.hubId,
  hubName: hubs.name,
  twoStep: sql<boolean>`${twoSteps.userId} is not null`,
};

const selectMembers = (db: Pick<Db, "select">) =>
  db
    .select(columns)
    .from(adminMembers)
    .innerJoin(profiles, eq(profiles.id, adminMembers.userId))
    .leftJoin(twoSteps, eq(twoSteps.userId, adminMembers.userId))
    .leftJoin(hubMembers, eq(hubMembers.memberId, adminMembers.id))
    .leftJoin(hubs, eq(hubs.id, hubMembers.hubId));

/** Lists the admin users in the order in which they became admins. Only a super admin may see the list. */
export const listAdmins = async (db: Db): Promise<AdminUser[]> =>
  selectMembers(db).orderBy(asc(adminMembers.createdAt), asc(adminMembers.id));

/** Finds an admin user by email address or id; null without such a user. */
export async function findAdminUser(tx: Tx, where: SQL): Promise<AdminUser | null> {
  const [member] = await selectMembers(tx).where(where);
  return member ?? null;
}
