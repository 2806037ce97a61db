import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "../platform/db/client.server.ts";
import { adminMembers, profiles } from "../platform/db/schema.ts";
import { PERMISSIONS, type Permission } from "./permissions.ts";

const memberName = sql<string>`coalesce(${profiles.fullName}, ${profiles.email})`;

/**
 * Lists members of the team by name: those whose role has `permission`, or all members if `permission` is null. The
 * caller needs the permission `readBookings`.
 */
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
