import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../platform/db/client.server.ts";
import { adminMembers, profiles } from "../platform/db/schema.ts";
import { PERMISSIONS, type Permission } from "./permissions.ts";

const memberName = sql<string>`coalesce(${profiles.fullName}, ${profiles.email})`;

/** Lists the members of the team who have this permission, by name. If it is null, lists all. Needs `readBookings`. */
export const listTeam = (
  db: Pick<Db, "select">,
  permission: Permission | null,
): Promise<{ id: string; name: string }[]> =>
  db
    .select({ id: adminMembers.id, name: memberName })
    .from(adminMembers)
    .innerJoin(profiles, eq(profiles.id, adminMembers.userId))
    .where(permission ? inArray(adminMembers.adminRole, [...PERMISSIONS[permission]]) : undefined)
    .orderBy(asc(memberName));
